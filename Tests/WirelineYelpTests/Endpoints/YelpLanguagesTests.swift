import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpLanguagesTests {
  @Test(
    arguments: [
      (["LANG": "fr_FR.UTF-8"], "fr-FR"), (["LANG": "de"], "de"), (["LANG": "PT_br@euro"], "pt-BR"),
      (["LANG": "fil-PH.UTF-8"], "fil-PH"), (["LANG": "fr_FR", "LC_MESSAGES": "it_IT"], "it-IT"),
      (["LANG": "fr_FR", "LC_MESSAGES": "it_IT", "LC_ALL": "ja_JP"], "ja-JP"),
      (["LANG": "fr_FR", "LC_ALL": ""], "fr-FR"), (["LANG": "en_US", "LANGUAGE": ""], "en-US"),
      (["LANG": "fr_FR", "LANGUAGE": "fr:en"], "fr, en;q=0.9, fr-FR;q=0.8"),
      (["LANG": "fr_FR", "LANGUAGE": "fr_FR.UTF-8:C:en:fr_FR"], "fr-FR, en;q=0.9"),
      (
        ["LANG": "en_US", "LANGUAGE": "a:de:fr:it:es:pt:nl:sv"],
        "de, fr;q=0.9, it;q=0.8, es;q=0.7, pt;q=0.6, nl;q=0.5"
      ),
    ] as [(KeyValuePairs<String, String>, String)])
  func derivesLanguagesFromTheLocale(variables: KeyValuePairs<String, String>, header: String) {
    #expect(self.header(variables) == header)
  }

  @Test(
    arguments: [
      [:], ["LANG": ""], ["LANG": "C"], ["LANG": "C.UTF-8"], ["LANG": "POSIX"], ["LANG": "x"],
      ["LANG": "fr_FR", "LC_ALL": "C"], ["LANGUAGE": "fr"], ["LANG": "C", "LANGUAGE": "fr"],
      ["LANG": "fr_FR\r\nX: y"], ["LANG": "fr FR"], ["LANG": "français"], ["LANG": "zh_Hans_CN"],
      ["LANG": "_"], ["LANG": "."],
    ] as [KeyValuePairs<String, String>])
  func ignoresOtherLocales(variables: KeyValuePairs<String, String>) {
    #expect(header(variables) == nil)
  }

  private func header(_ variables: KeyValuePairs<String, String>) -> String? {
    YelpLanguages.header { name in variables.first { $0.key == name }?.value }
  }
}
