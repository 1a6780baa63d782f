# Completion of imgfetch for bash, made by: imgfetch --generate-completion-script bash
# imgfetch itself tells what can stand at the cursor.

_wireline_imgfetch() {
  COMPREPLY=()
  local tool=${COMP_WORDS[0]/#\~\//$HOME/} rest=${COMP_LINE:0:COMP_POINT} word
  local -a words=()
  local -i i
  [[ $tool == */* && -x $tool ]] || tool=imgfetch
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
    names) _wireline_imgfetch_quote "${words[${#words[@]} - 1]}" ;;
    files | directories | commands)
      _wireline_imgfetch_paths "$kind" "$prefix" "${2-}" "${words[${#words[@]} - 1]}"
      ;;
  esac 2>/dev/null
}

# Puts quotes where the shell needs them. Inside of quotes readline does, but outside it leaves
# a $ alone.
_wireline_imgfetch_quote() {
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
_wireline_imgfetch_paths() {
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
  _wireline_imgfetch_quote "$4"
  [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != */ ]] || compopt -o nospace
}

complete -F _wireline_imgfetch imgfetch
