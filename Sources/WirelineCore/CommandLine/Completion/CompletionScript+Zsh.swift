extension CompletionScript {
  /// To be found in `fpath` as `_TOOL`, or read once the completion system is there.
  static let zsh = #"""
    #compdef TOOL
    # Completion of TOOL for zsh, made by: TOOL --generate-completion-script zsh
    # TOOL itself tells what can stand at the cursor.

    _TOOL() {
      local tool=${words[1]/#\~\//$HOME/} kind heading prefix line tab=$'\t'
      local -a answer described
      [[ $tool == */* && -x $tool ]] || tool=TOOL
      [[ $tool == */* ]] || (( $+commands[$tool] )) || return 1

      answer=("${(@f)$(
        printf '%s\0' "${(@)words[2,CURRENT-1]}" "$IPREFIX$PREFIX" |
          command "$tool" ---complete zsh 2>/dev/null
      )}")
      kind=${answer[1]%%$tab*}
      heading=${answer[1]#*$tab}
      prefix=${answer[2]-}
      # A name takes the place of the whole word, which may have quotes in it.
      if [[ $kind != names && -n $prefix ]]; then
        compset -p ${#prefix} || return 1
        prefix=
      fi
      case $kind in
        files) _files; return ;;
        directories) _files -/; return ;;
        commands) _command_names -e; return ;;
        nothing) _message -e "$heading"; return 1 ;;
      esac

      for line in "${(@)answer[3,-1]}"; do
        [[ -n $line ]] || continue
        described+=("${${:-$prefix${line%%$tab*}}//:/\\:}")
        [[ $line != *$tab* ]] || described[-1]+=":${line#*$tab}"
      done
      case $kind in
        beginnings) _describe -V "$heading" described -S '' -M 'm:{a-zA-Z}={A-Za-z}' ;;
        list) _describe -V "$heading" described -qS , ;;
        names) _describe -V "$heading" described -U ;;
        words) _describe -V "$heading" described ;;
        *) return 1 ;;
      esac
    }

    if [[ ${funcstack[1]-} == _TOOL ]]; then
      _TOOL "$@"
    elif (( $+functions[compdef] )); then
      compdef _TOOL TOOL
    fi
    """#
}
