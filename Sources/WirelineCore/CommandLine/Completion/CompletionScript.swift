internal import CTables

/// The scripts that connect shells to `---complete`, which prints the candidates at the cursor.
///
/// That of zsh is installed in `fpath` as `_TOOL`, or sourced after `compinit`.
enum CompletionScript {
  static func text(_ shell: CompletionShell, tool: String) -> String {
    let name = tool.replacing(text: "-", with: "_")
    let (start, count) =
      switch shell {
      case .bash: (wireline_completion_bash(), wireline_completion_bash_count)
      case .zsh: (wireline_completion_zsh(), wireline_completion_zsh_count)
      case .fish: (wireline_completion_fish(), wireline_completion_fish_count)
      }
    // Without the last line feed, which is printed after every text.
    let bytes = UnsafeBufferPointer(start: start, count: count - 1)
    let script = String(decoding: bytes, as: UTF8.self)
    return script.replacing(text: "TOOL", with: tool).replacing(text: "NAME", with: name)
  }
}
