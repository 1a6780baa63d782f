internal import WirelineCore

/// The names by which the cities of a new database are found.
struct CityNameList {
  /// An alternate name of a row.
  struct Alias {
    let fold: [UInt8]
    let row: Int
  }

  private(set) var aliases: [Alias] = []

  init(_ table: CityTable, _ places: LargePlaces?) {
    for row in table.entries.indices {
      table.withRow(row) { entry, arena in
        let own = entry.part(.fold, in: arena)
        func add(_ name: Slice<UnsafeRawBufferPointer>) {
          if name.count > CityRowText.maximumBytes { return }
          var fold: [UInt8] = []
          CityFolding.append(UnsafeRawBufferPointer(rebasing: name), to: &fold)
          if fold.isEmpty || fold.elementsEqual(own) { return }
          aliases.append(Alias(fold: fold, row: row))
        }
        for name in entry.part(.alternates, in: arena).split(separator: UInt8(ascii: ",")) {
          add(name)
        }
        guard let place = entry.place, let places else { return }
        places.withText(.names, of: Int(place)) { names in
          for name in names.split(separator: UInt8(ascii: "|")) { add(name) }
        }
      }
    }
    // The order of the database.
    aliases.sort { one, two in
      if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
      return table.withRow(one.row) { left, arena in
        CityRowKey.orderOfNamesakes(
          CityRowKey(left, in: arena), CityRowKey(table.entries[two.row], in: arena)) < 0
      }
    }
  }
}
