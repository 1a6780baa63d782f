/// The script that a shell reads: it asks the tool what can stand at the cursor.
enum CompletionScript {
  static func text(_ shell: CompletionShell, tool: String) -> String {
    let name = tool.map { $0 == "-" ? "_" : String($0) }.joined()
    let script =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return script.replacing("TOOL", by: tool).replacing("NAME", by: name)
  }

  /// For Bash 4.4 and later; needs nothing of the package bash-completion.
  static let bash = #"""
    # Completion of TOOL for bash, made by: TOOL --generate-completion-script bash
    # TOOL itself tells what can stand at the cursor.

    _wireline_NAME() {
      COMPREPLY=()
      local tool=${COMP_WORDS[0]/#\~\//$HOME/} rest=${COMP_LINE:0:COMP_POINT} word
      local -a words=()
      local -i i
      [[ $tool == */* && -x $tool ]] || tool=TOOL
      type -P -- "$tool" >/dev/null || return 0

      # Bash cuts words at some characters, such as = and :. What stands together is one word.
      for ((i = 0; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i == 0 || $rest == [[:space:]]* ]]; then
          rest=${rest#"${rest%%[![:space:]]*}"}
          words+=("$word")
        else
          words[${#words[@]} - 1]+=$word
        fi
        rest=${rest#"$word"}
      done
      if [[ $rest == [[:space:]]* ]]; then
        words+=("${rest#"${rest%%[![:space:]]*}"}")
      else
        words[${#words[@]} - 1]+=$rest
      fi

      local answer kind prefix
      answer=$(printf '%s\0' "${2-}" "${words[@]:1}" | command "$tool" ---complete bash 2>/dev/null)
      {
        IFS= read -r kind
        IFS= read -r prefix
        while IFS= read -r word; do COMPREPLY+=("$word"); done
      } <<<"$answer"
      case $kind in
        beginnings | list) compopt -o nospace ;;
        names) _wireline_NAME_quote "${words[${#words[@]} - 1]}" ;;
        files | directories | commands)
          _wireline_NAME_paths "$kind" "$prefix" "${2-}" "${words[${#words[@]} - 1]}"
          ;;
      esac 2>/dev/null
    }

    # Puts quotes where the shell needs them. Inside of quotes readline does, but outside it leaves
    # a $ alone.
    _wireline_NAME_quote() {
      local word=${1//\\?/}
      local -i i
      if [[ $word == *[\'\"]* ]]; then
        compopt -o filenames
        return
      fi
      for i in "${!COMPREPLY[@]}"; do
        printf -v word %q "${COMPREPLY[i]}"
        COMPREPLY[i]=$word
      done
    }

    # What bash finds itself: of which kind, behind which prefix, for which part of which word.
    _wireline_NAME_paths() {
      local option=default action=file path=${3#"$2"} word
      case $1 in
        directories) option=dirnames action=directory ;;
        commands) option= action=command ;;
      esac
      # Readline knows best of tildes and quotes, but completes whole words only.
      if [[ -z $2 && $option ]]; then
        compopt -o "$option"
        return
      fi
      while IFS= read -r word; do
        [[ $1 == commands || ! -d $word ]] || word+=/
        COMPREPLY+=("$2$word")
      done < <(compgen -A "$action" -- "${path//\\/}")
      _wireline_NAME_quote "$4"
      [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace
    }

    complete -F _wireline_NAME TOOL
    """#

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

  /// For fish 3.4 and later.
  static let fish = #"""
    # Completion of TOOL for fish, made by: TOOL --generate-completion-script fish
    # TOOL itself tells what can stand at the cursor.

    function __wireline_NAME
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l tool (string replace -r '^~/' $HOME/ -- $words[1])
        if not string match -q '*/*' -- "$tool"; or not test -x "$tool"
            set tool TOOL
        end
        type -q $tool; or return

        set -l answer (
            printf '%s\0' $words[2..] $current | command $tool ---complete fish 2>/dev/null
        )
        set -l prefix "$answer[2]"
        set -l path (string sub -s (math 1 + (string length -- $prefix)) -- $current)
        switch "$answer[1]"
            case files
                # To a command without completions of its own fish offers files.
                complete -C "__wireline_no_command $path" | string replace -r '^' -- $prefix
            case directories
                __fish_complete_directories "$path" '' | string replace -r '^' -- $prefix
            case commands
                complete -C "$path" | string replace -r '^' -- $prefix
            case '*'
                string replace -r '^' -- "$prefix" $answer[3..]
        end
    end

    complete -c TOOL -f -k -a '(__wireline_NAME)'
    """#
}

extension String {
  fileprivate func replacing(_ old: String, by new: String) -> String {
    var (text, rest) = ("", self)
    while let range = rest.position(of: old) {
      text += rest[..<range.lowerBound] + new
      rest = String(rest[range.upperBound...])
    }
    return text + rest
  }
}
