/// GIF 87a and 89a: blocks and their sub-blocks up to the trailer.
struct GIFBlocks: StructureWalker {
  private enum Step { case screen, block, extensionLabel, descriptor, codeSize, subBlock }

  private var step = Step.screen
  private(set) var frames = 0

  /// The signature and the logical screen descriptor.
  var first: StructureDemand { .field(13, after: 0) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    switch step {
    case .screen:
      guard field.starts(with: Array("GIF8".utf8)) else { return .fault("no GIF signature") }
      step = .block
      return .field(1, after: Self.colourTableBytes(field[10]))
    case .block: return block(field[0])
    case .extensionLabel:
      step = .subBlock
      return .field(1, after: 0)
    case .descriptor:
      guard field.little(4, 2) > 0, field.little(6, 2) > 0 else { return .fault("an empty image") }
      step = .codeSize
      return .field(1, after: Self.colourTableBytes(field[8]))
    case .codeSize:
      // Appendix F: 2 to 8 bits a pixel; decoders take what 12 bits can hold.
      guard (1...11).contains(field[0]) else { return .fault("an impossible LZW code size") }
      step = .subBlock
      return .field(1, after: 0)
    case .subBlock:
      if field[0] == 0 { step = .block }
      return .field(1, after: Int(field[0]))
    }
  }

  func ending(at total: Int) -> StructureEnding {
    switch step {
    case .screen: .fault("ends inside the screen descriptor")
    case .block: .fault("no trailer")
    case .extensionLabel: .fault("ends inside an extension")
    case .descriptor, .codeSize: .fault("ends inside an image descriptor")
    case .subBlock: .fault("ends inside the blocks of image \(frames)")
    }
  }

  private mutating func block(_ introducer: UInt8) -> StructureDemand {
    switch introducer {
    case 0x21:
      step = .extensionLabel
      return .field(1, after: 0)
    case 0x2C:
      step = .descriptor
      frames += 1
      return .field(9, after: 0)
    case 0x3B: return frames > 0 ? .done(after: 0) : .fault("no image before the trailer")
    // Some writers end their sub-blocks twice; every decoder passes it over.
    case 0: return .field(1, after: 0)
    default: return .fault("no block where one should be")
    }
  }

  /// §18 and §20: bit 7 says that there is one, bits 0–2 its size.
  private static func colourTableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
