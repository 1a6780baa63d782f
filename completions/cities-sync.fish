function __cities-sync_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __cities-sync_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __cities-sync_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __cities-sync_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __cities-sync_parse_tokens -S
    set -l unparsed_tokens (__cities-sync_tokens -pc)
    switch $unparsed_tokens[1]
    case 'cities-sync'
        __cities-sync_parse_subcommand 1 'database=' 'favorites-file=' 'refresh' 'no-refresh' 'ttl=' 'max-stale=' 'stale' 'no-stale' 'allow-shrink' 'no-allow-shrink' 'max-bad-rows=' 'wait=' 'jitter=' 'generations=' 'diff=' 'metrics=' 'status' 'rollback' 'print-cron' 'print-systemd' 'connect-timeout=' 'timeout=' 'max-time=' 'deadline=' 'retry-policy=' 'retry=' 'retry-delay=' 'retry-max-delay=' 'max-body=' 'max-redirects=' 'header=+' 'user-agent=' 'proxy=' 'cacert=' 'insecure' 'no-insecure' 'http2' 'no-http2' 'deny-private' 'no-deny-private' 'log-request' 'no-log-request' 'log-response' 'no-log-response' 'record=' 'replay=' 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __cities-sync_parse_subcommand -r 1 'version'
        end
    end
end

function __cities-sync_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __cities-sync_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __cities-sync_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __cities-sync_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__cities-sync_tokens -p)
    if test -z "$(__cities-sync_tokens -t)"
        set -l index (count (__cities-sync_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'cities-sync' -f
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" database' -l 'database' -d 'the city database (default: $XDG_DATA_HOME/wireline/cities.sqlite)' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" favorites-file' -l 'favorites-file' -d 'the database of favourites (default: $XDG_DATA_HOME/wireline/favorites.sqlite)' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" refresh' -l 'refresh' -d 'ask the source although what is stored is fresh'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-refresh' -l 'no-refresh' -d 'ask the source although what is stored is fresh'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" ttl' -l 'ttl' -d 'how long data is fresh (default: 24h)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" max-stale' -l 'max-stale' -d 'how old data may be where newer cannot be had, or none for any age (default: 7d)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" stale' -l 'stale' -d 'keep to what is here where newer cannot be had (default: stale)'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-stale' -l 'no-stale' -d 'keep to what is here where newer cannot be had (default: stale)'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" allow-shrink' -l 'allow-shrink' -d 'take a file with fewer than 80 % of the cities before'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-allow-shrink' -l 'no-allow-shrink' -d 'take a file with fewer than 80 % of the cities before'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" max-bad-rows' -l 'max-bad-rows' -d 'how many rows may be bad before the file is: 1% or 50 (default: 1%)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" wait' -l 'wait' -d 'how long to wait for another run that is at it (default: 30s)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" jitter' -l 'jitter' -d 'wait a random part of this before the source is asked (default: 0)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" generations' -l 'generations' -d 'how many databases of before to keep, for --rollback (default: 0)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" diff' -l 'diff' -d 'write what is added, removed and changed, a line each' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" metrics' -l 'metrics' -d 'write the outcome in Prometheus\' text format' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" status' -l 'status' -d 'print how things are, and ask nobody'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" rollback' -l 'rollback' -d 'go back to the database of before, or forth again'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" print-cron' -l 'print-cron' -d 'print a line for crontab'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" print-systemd' -l 'print-systemd' -d 'print a service and a timer for systemd'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" connect-timeout' -l 'connect-timeout' -d 'longest wait for name, connection and TLS (default: 10s)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" timeout' -l 'timeout' -d 'longest silence of the other side (default: 30s)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" max-time' -l 'max-time' -d 'longest time for one attempt, or none (default: none)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" deadline' -l 'deadline' -d 'longest time for all attempts together, or none (default: 5m)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" retry-policy' -l 'retry-policy' -d 'retries and waits by name: default, aggressive, conservative, none' -rfka 'default aggressive conservative none'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" retry' -l 'retry' -d 'attempts after the first that failed (default: 3)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" retry-delay' -l 'retry-delay' -d 'wait before the second attempt, doubled each time (default: 1s)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" retry-max-delay' -l 'retry-max-delay' -d 'longest wait between attempts (default: 30s)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" max-body' -l 'max-body' -d 'largest body after decompression, or none (default: 1G)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" max-redirects' -l 'max-redirects' -d 'redirects to follow; 0 follows none (default: 10)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync"' -l 'header' -d 'add a header field to every request' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" user-agent' -l 'user-agent' -d 'the User-Agent to send (default: wireline/0.1.0)' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" proxy' -l 'proxy' -d 'proxy to go through; empty: none, whatever the environment says' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" cacert' -l 'cacert' -d 'trust the certificate authorities in this file' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" insecure' -l 'insecure' -d 'do not verify certificates'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-insecure' -l 'no-insecure' -d 'do not verify certificates'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" http2' -l 'http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-http2' -l 'no-http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" deny-private' -l 'deny-private' -d 'connect to addresses of the public internet only'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-deny-private' -l 'no-deny-private' -d 'connect to addresses of the public internet only'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" log-request' -l 'log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-log-request' -l 'no-log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" log-response' -l 'log-response' -d 'show each answer on stderr; -v does too'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-log-response' -l 'no-log-response' -d 'show each answer on stderr; -v does too'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" record' -l 'record' -d 'append requests and their answers to a file' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" replay' -l 'replay' -d 'answer requests from such a file, never from the network' -rF
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" version' -l 'version' -d 'Show the version.'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_positional "cities-sync" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'cities-sync' -n '__cities-sync_should_offer_completions_for_flags_or_options "cities-sync help" version' -l 'version' -d 'Show the version.'
