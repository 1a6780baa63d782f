function __imgfetch_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __imgfetch_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __imgfetch_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __imgfetch_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __imgfetch_parse_tokens -S
    set -l unparsed_tokens (__imgfetch_tokens -pc)
    switch $unparsed_tokens[1]
    case 'imgfetch'
        __imgfetch_parse_subcommand -r 1 'o/output-dir=' 'preset=' 'queue-timeout=' 'build' 'parse' 'refresh' 'offline' 'input=' '0/null' 'url-field=' 'photos' 'no-photos' 'skip-missing' 'no-skip-missing' 'priority-field=' 'validate=' 'allow=' 'min-width=' 'min-height=' 'max-pixels=' 'max-aspect=' 'respect-robots' 'no-respect-robots' 'layout=' 'memory=' 'latency=' 'revalidate-after=' 'memory-in-flight=' 'fsync=' 'link-duplicates' 'no-link-duplicates' 'max-store=' 'expire-after=' 'filter=' 'journal=' 'resume' 'shard=' 'shard-by=' 'contact-sheet=' 'dry-run' 'status' 'verify-store' 'remove' 'clear' 'reindex' 'stop-on-error' 'no-stop-on-error' 'retry-errors=' 'copy=' 'unordered' 'ordered' 'window=' 'max-line=' 'j/jobs=' 'per-host=' 'rate=' 'rate-per-host=' 'connect-timeout=' 'timeout=' 'max-time=' 'deadline=' 'retry-policy=' 'retry=' 'retry-delay=' 'retry-max-delay=' 'max-body=' 'max-redirects=' 'header=+' 'user-agent=' 'proxy=' 'cacert=' 'insecure' 'no-insecure' 'http2' 'no-http2' 'deny-private' 'no-deny-private' 'log-request' 'no-log-request' 'log-response' 'no-log-response' 'record=' 'replay=' 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __imgfetch_parse_subcommand -r 1 'version'
        end
    end
end

function __imgfetch_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __imgfetch_parse_subcommand -S -a positional_count
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

function __imgfetch_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __imgfetch_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__imgfetch_tokens -p)
    if test -z "$(__imgfetch_tokens -t)"
        set -l index (count (__imgfetch_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'imgfetch' -f
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" o output-dir' -s 'o' -l 'output-dir' -d 'where images are stored (default: $XDG_CACHE_HOME/wireline/images)' -rfa '(__imgfetch_complete_directories)'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" preset' -l 'preset' -d 'jobs, time-outs and retries by a name (default: default)' -rfka 'default high-performance low-memory fast offline-first'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" queue-timeout' -l 'queue-timeout' -d 'give up what has waited for its turn for so long' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" build' -l 'build' -d 'print request records instead of sending them'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" parse' -l 'parse' -d 'store the images of response records that req printed'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" refresh' -l 'refresh' -d 'ask the server although the image is stored'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" offline' -l 'offline' -d 'take images from the store and never from the network'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" input' -l 'input' -d 'read URLs or records from this file, gzip or not' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" 0 null' -s '0' -l 'null' -d 'items end in NUL, as those of find -print0'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" url-field' -l 'url-field' -d 'the member of a record with the URL (default: image_url, else url)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" photos' -l 'photos' -d 'fetch each of a record\'s photos'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-photos' -l 'no-photos' -d 'fetch each of a record\'s photos'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" skip-missing' -l 'skip-missing' -d 'drop records without a URL'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-skip-missing' -l 'no-skip-missing' -d 'drop records without a URL'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" priority-field' -l 'priority-field' -d 'the member of a record with the priority (default: priority)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" validate' -l 'validate' -d 'how closely images are looked at (default: header)' -rfka 'none header structure'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" allow' -l 'allow' -d 'take only these formats: jpeg,png,webp' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" min-width' -l 'min-width' -d 'take no image that is less wide' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" min-height' -l 'min-height' -d 'take no image that is less high' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-pixels' -l 'max-pixels' -d 'take no image with more pixels: 40M, 7680x4320' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-aspect' -l 'max-aspect' -d 'take no image that is longer: 3, 16:9' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" respect-robots' -l 'respect-robots' -d 'leave what the server\'s X-Robots-Tag forbids: noai, noimageai'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-respect-robots' -l 'no-respect-robots' -d 'leave what the server\'s X-Robots-Tag forbids: noai, noimageai'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" layout' -l 'layout' -d 'where images lie below the output directory (default: hashed)' -rfka 'hashed flat domain date'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" memory' -l 'memory' -d 'images of each latency that the run remembers (default: high=5000,low=10000)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" latency' -l 'latency' -d 'how often the images change, where a record does not say (default: high)' -rfka 'high low'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" revalidate-after' -l 'revalidate-after' -d 'ask the server again about images that are older' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" memory-in-flight' -l 'memory-in-flight' -d 'what images that are being fetched may hold in memory (default: 256M)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" fsync' -l 'fsync' -d 'what is on the disk before an image is shown (default: none)' -rfka 'none file full'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" link-duplicates' -l 'link-duplicates' -d 'store the same bytes once, as hard links'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-link-duplicates' -l 'no-link-duplicates' -d 'store the same bytes once, as hard links'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-store' -l 'max-store' -d 'keep no more, the least recently used go first' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" expire-after' -l 'expire-after' -d 'remove images that were not checked for so long' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" filter' -l 'filter' -d 'pass each image through this command before it is stored' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" journal' -l 'journal' -d 'note each finished record in this file' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" resume' -l 'resume' -d 'print again what the journal has, and do the rest'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" shard' -l 'shard' -d 'do the ith of n parts of the list' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" shard-by' -l 'shard-by' -d 'what decides about an item\'s part (default: host)' -rfka 'host url line'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" contact-sheet' -l 'contact-sheet' -d 'write a page to look at the images' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" dry-run' -l 'dry-run' -d 'say what would be fetched, and fetch nothing'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" status' -l 'status' -d 'print what is stored'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" verify-store' -l 'verify-store' -d 'read all that is stored, and print what is damaged'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" remove' -l 'remove' -d 'remove the images of these URLs'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" clear' -l 'clear' -d 'remove all images'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" reindex' -l 'reindex' -d 'bring the index up to date with the files'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" stop-on-error' -l 'stop-on-error' -d 'end at the first item that fails'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-stop-on-error' -l 'no-stop-on-error' -d 'end at the first item that fails'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" retry-errors' -l 'retry-errors' -d 'take up the input of this tool\'s own error records again; with codes: of these only (default: none)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" copy' -l 'copy' -d 'copy these input fields into the output records' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" unordered' -l 'unordered' -d 'print records as they finish'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" ordered' -l 'ordered' -d 'print records in the order of the input (default)'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" window' -l 'window' -d 'items in work or waiting for their turn (default: 1000)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-line' -l 'max-line' -d 'longest line of input (default: 64M)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" j jobs' -s 'j' -l 'jobs' -d 'requests under way at once (default: 16)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" per-host' -l 'per-host' -d 'requests under way at once to one host (default: 6)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" rate' -l 'rate' -d 'requests in a time at most: 10/s, 100/m, 5/h' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" rate-per-host' -l 'rate-per-host' -d 'requests in a time at most to one host' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" connect-timeout' -l 'connect-timeout' -d 'longest wait for name, connection and TLS (default: 10s)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" timeout' -l 'timeout' -d 'longest silence of the other side (default: 30s)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-time' -l 'max-time' -d 'longest time for one attempt, or none (default: none)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" deadline' -l 'deadline' -d 'longest time for all attempts together, or none (default: 5m)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" retry-policy' -l 'retry-policy' -d 'retries and waits by name: default, aggressive, conservative, none' -rfka 'default aggressive conservative none'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" retry' -l 'retry' -d 'attempts after the first that failed (default: 3)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" retry-delay' -l 'retry-delay' -d 'wait before the second attempt, doubled each time (default: 1s)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" retry-max-delay' -l 'retry-max-delay' -d 'longest wait between attempts (default: 30s)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-body' -l 'max-body' -d 'largest body after decompression, or none (default: 100M)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" max-redirects' -l 'max-redirects' -d 'redirects to follow; 0 follows none (default: 10)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch"' -l 'header' -d 'add a header field to every request' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" user-agent' -l 'user-agent' -d 'the User-Agent to send (default: wireline/0.1.0)' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" proxy' -l 'proxy' -d 'proxy to go through; empty: none, whatever the environment says' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" cacert' -l 'cacert' -d 'trust the certificate authorities in this file' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" insecure' -l 'insecure' -d 'do not verify certificates'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-insecure' -l 'no-insecure' -d 'do not verify certificates'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" http2' -l 'http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-http2' -l 'no-http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" deny-private' -l 'deny-private' -d 'connect to addresses of the public internet only'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-deny-private' -l 'no-deny-private' -d 'connect to addresses of the public internet only'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" log-request' -l 'log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-log-request' -l 'no-log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" log-response' -l 'log-response' -d 'show each answer on stderr; -v does too'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-log-response' -l 'no-log-response' -d 'show each answer on stderr; -v does too'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" record' -l 'record' -d 'append requests and their answers to a file' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" replay' -l 'replay' -d 'answer requests from such a file, never from the network' -rF
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" version' -l 'version' -d 'Show the version.'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_positional "imgfetch" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'imgfetch' -n '__imgfetch_should_offer_completions_for_flags_or_options "imgfetch help" version' -l 'version' -d 'Show the version.'
