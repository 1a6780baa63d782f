# Completion of req for fish, made by: req --generate-completion-script fish
# req itself tells what can stand at the cursor.

function __wireline_req
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l tool (string replace -r '^~/' $HOME/ -- $words[1])
    if not string match -q '*/*' -- "$tool"; or not test -x "$tool"
        set tool req
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

complete -c req -f -k -a '(__wireline_req)'
