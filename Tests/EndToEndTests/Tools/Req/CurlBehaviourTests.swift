import TestSupport
import Testing

/// Commands that users of curl type, with curl and with `req` instead: the requests, stdout, files
/// and the exit status are the same.
@Suite(.needs("curl")) struct CurlBehaviourTests {
  /// `$H` is the URL of the server, and `$A` its host and port.
  private static let commands = [
    // The heads of all responses.
    "curl -sIL $H/redirect/301", "curl -siL $H/redirect/302",
    "curl -sL -D - -o body $H/redirect/301",
    "curl -sL -D heads $H/redirect/302; cat heads", "curl -siL --digest -u u:p $H/digest",
    "curl -siL -w '%{size_header} %{num_redirects} %{num_headers}' $H/redirect/302",
    "curl -si $H/early", "curl -si $H/cut", "curl -sL --max-redirs 1 -i $H/redirect/loop",
    "curl -s -D head -o body $H/", "curl -s -D - $H/", "curl -s -i -o whole $H/",
    "curl -s -I -o empty $H/",
    // Bodies that are not needed.
    "curl -sL $H/redirect/open", "curl -sf $H/missing/open", "curl -sf -o body $H/missing/open",
    "curl -s --fail-with-body -o body $H/missing/short; cat body",
    "curl -s --fail-with-body $H/missing/short",
    // Options.
    "curl -s -b none $H/",
    "curl -s -b cookies.txt -c cookies.txt $H/login; curl -s -b cookies.txt $H/",
    "curl -s -i --no-include $H/", "curl -s --no-keepalive $H/",
    "curl -s --data-ascii a=b --no-compressed $H/",
    "curl -s --fail-early -f $H/missing/short --next $H/",
    "curl -s -K config $H/", "curl -s -d a=b $H/ --next -I $H/", "curl -s $H/ -: -d c=d $H/",
    "curl -sg \"$H/?f={a}\"",
    "curl -s -N -# --basic --no-progress-meter --tlsv1.2 --keepalive-time 5 --tcp-nodelay -Z $H/",
    // Forms.
    "curl -s -F 'x={\"a\":1};type=application/json; charset=utf-8' $H/",
    "curl -s -F 'x=@\"files/cartman.jpg\";filename=\"a;b\";headers=\"X-A: 1\"' $H/",
    "curl -s -F 'x=a;unknown=b' $H/",
    "curl -s -F '=a' -F x=@-\\;filename=x.txt $H/ < requests",
    "curl -s -F 'x=<requests;encoder=base64' $H/",
    // Operands.
    "curl -s $H/a $A/b", "curl -s --fail-early -f $H/missing/short $H/",
    // The status of broken responses.
    "curl -s $H/broken/length", "curl -s $H/broken/version", "curl -s $H/broken/field",
    "curl -s $H/broken/chunk", "curl -s $H/broken/interim",
    "curl -sL $H/redirect/scheme",
    // Uploads: each file belongs to one URL.
    "curl -s -T requests $H/a $H/b", "curl -s -T requests $H/ -T payload.json $H/up/ $H/up/",
    "curl -s -T - $H/ < requests",
    "curl -s -T - -H Transfer-Encoding: -H 'Content-Length: 21' $H/ < requests",
    "(echo a; sleep 0.1; echo b) | curl -s -T - $H/",
    "curl -s -T '{requests,payload.json}' $H/a", "curl -s -T . $H/up/ < requests",
    "curl -s -0 -T requests $H/",
    "curl -s -H 'Transfer-Encoding: chunked' -d a=b $H/",
    "curl -s -H 'Transfer-Encoding: chunked' -T requests $H/",
    // File names.
    "curl -sOJ $H/named/bare", "curl -sOJ $H/named/quoted", "curl -s -o a -o b $H/",
    "curl -sOJ $H/named/up; curl -sOJ $H/named/up", "curl -s -d @requests $H/",
    "curl -s --output-dir new/dir -O $H/page",
    "curl -s --output-dir new/dir --create-dirs -O $H/page",
    "curl -s --remote-name-all $H/x $H/y", "curl -s -o first $H/1 -O $H/two $H/3",
    "curl -s -J -o given -w '%{filename_effective}' $H/named/bare",
    "curl -s -J -o one -O -w '%{filename_effective}' $H/named/bare $H/named/quoted",
    // Credentials.
    "curl -s --netrc-file netrc http://bo@$A/", "curl -sL --netrc-file netrc $H/redirect/302",
    "curl -s --netrc-file netrc $H/", "curl -s --netrc-file netrc -u you:x $H/", "curl -s -n $H/",
    "curl -s --digest http://u:p@$A/digest",
    "curl -s --digest --netrc-file netrc $H/digest", "curl -s --anyauth $H/",
    "curl -sL $H/redirect/login",
    // Fields.
    "curl -s -H Host: $H/", "curl -s -H 'Host: a' -H 'Host: b' $H/", "curl -s -A '' $H/",
    "curl -s -H @fields $H/", "curl -s -H 'X;ignored' -H 'Y;' $H/", "curl -s -r 4 $H/",
    "curl -sL -e ';auto' $H/redirect/301",
    "curl -sL -e 'http://a/;auto' $H/redirect/302", "curl -sL $H/redirect/blank",
    "curl -sL -u u:p $H/redirect/empty-login",
    // Proxies.
    "curl -s -x $H -U u:p --proxy-header 'X-A: b' http://h.test/",
    "curl -s --proxy1.0 $H http://h.test/",
    // Connections.
    "curl -s -0 $H/", "curl -s --interface 127.0.0.1 $H/", "curl -s --interface if!lo $H/",
    "curl -s $H/; curl -s --interface none.invalid $H/",
    "P=$(echo $A | cut -d: -f2); curl -s --resolve \"*:$P:127.0.0.1\" http://x.test:$P/",
    // Redirects.
    "curl -sL --post301 -d a=b $H/redirect/301",
    "curl -sL --location-trusted -u u:p $H/redirect/other",
    "curl -sL -u u:p $H/redirect/other",
    // Transfers that depend on files and dates.
    "curl -s -C 2 $H/range", "curl -s -C 2 $H/", "curl -s -C 2 -T requests $H/",
    "curl -s -C 6 $H/range/end", "curl -s -C 6 -o requests $H/range/end; cat requests",
    "curl -s -z 'dec 12 11:00:00 2001 GMT' $H/old",
    "curl -s -z 'dec 12 11:00:00 1999 GMT' $H/old", "curl -s -z none $H/old",
    "curl -s -i -z 'dec 12 11:00:00 2001 GMT' -o body $H/old; cat body",
    "curl -s --etag-save tag $H/old; curl -s --etag-compare tag $H/old; cat tag",
    "curl -s -R -o body $H/old; stat -c %Y body", "curl -s --no-clobber -o requests $H/; ls",
    // Patterns.
    "curl -s -o 'f#1#2' \"$H/{a,b}[1-2]\" -o g $H/c; ls", "curl -s -g \"$H/{a,b}\"",
    // Cookies.
    "curl -s -H 'Host: www.example.com' -b jar $H/",
    "curl -s -H 'Host: www.example.com' -c cookies.txt $H/login; curl -s -b cookies.txt $H/",
    // Bodies and --write-out variables.
    "curl -s --compressed $H/encoded/none", "curl -s --compressed $H/encoded/twice",
    "curl -sL -d a=b -w '%{method} %{num_connects}' $H/redirect/302",
    "curl -s -o body -w '%{http_code} %{response_code} %{size_download} %{content_type}"
      + "%{url} %{url_effective} %{num_redirects} %{num_headers} %{method} %{http_version}"
      + "%{urlnum} %header{etag}%% %{filename_effective} %{exitcode} %{errormsg}a\\tb\\n"
      + "%{stderr}x%{stdout}y %{size_upload} %{redirect_url} %{http_connect} %{size_header}"
      + "%{onerror}never' \"$H/old?a=1\" 2>messages",
  ]

  private static let files = [
    "config": "# a comment\nheader = \"X-A: b\\\"c\"\n-d x=y\nuser-agent z\n",
    "netrc": "machine 127.0.0.1 login al password a\nmachine 127.0.0.1 login bo password b\n",
    "fields": "X-A: b\nno field\n: c\nX-D: e\n",
    "jar": "www.example.com\tFALSE\t/\tFALSE\t0\ta\tb\n127.0.0.1\tFALSE\t/\tFALSE\t0\tc\td\n",
  ]

  private static func response(to request: ServedRequest) -> Script {
    let broken = { (text: String) in Script.raw("HTTP/1.1 200 OK\r\n" + text) }
    switch request.path {
    case "/redirect/301": return .redirect(to: "/redirect/302", status: 301)
    case "/redirect/302": return .redirect(to: "/end")
    case "/redirect/loop": return .redirect(to: "/redirect/loop")
    case "/redirect/scheme": return .redirect(to: "ftq://h/")
    case "/redirect/open":
      let head = "HTTP/1.1 302 Found\r\nLocation: /end\r\nConnection: close\r\n\r\nmoved"
      return .steps(.write(Array(head.utf8)), .idle)
    case "/redirect/login":
      return .redirect(to: "http://u:p@\(request[header: "host"] ?? "")/")
    case "/redirect/empty-login":
      return .redirect(to: "http://@\(request[header: "host"] ?? "")/")
    case "/redirect/blank":
      return .status(302, "blank", headers: ["Location": ""])
    case "/named/bare": return .ok("body", headers: ["Content-Disposition": "filename=x.txt"])
    case "/named/up":
      return .ok("body", headers: ["Content-Disposition": "attachment; filename=\"../up/x.txt\""])
    case "/named/quoted":
      return .ok("body", headers: ["Content-Disposition": "attachment; filename=\"n;w\""])
    case "/encoded/none": return .ok("body", headers: ["Content-Encoding": "none"])
    case "/encoded/twice":
      return .encoded("gzip, gzip", Gzip.gzip(Gzip.gzip("body")))
    case "/redirect/other":
      return .redirect(to: "http://localhost:\(request[header: "host"]?.suffix(5) ?? "")/")
    case "/range":
      var answer = ServedResponse(status: 206, headers: [:], body: Array("rest".utf8))
      answer.headers.append(("Content-Range", "bytes 2-5/6"))
      return .answer(answer)
    case "/range/end": return .status(416, "end", headers: ["Content-Range": "bytes */6"])
    case "/old":
      if request[header: "if-none-match"] == "\"t\"" { return .status(304) }
      return .ok(
        "old", headers: ["Last-Modified": "Thu, 01 Jan 2000 00:00:00 GMT", "ETag": "\"t\""])
    case "/missing/open":
      return .steps(.write(Array("HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\n".utf8)), .idle)
    case "/missing/short": return .status(404, "missing")
    case "/early": return .raw("HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\nend")
    case "/cut": return broken("Content-Length: 9\r\n\r\nend")
    case "/broken/length": return broken("Content-Length: x\r\n\r\n")
    case "/broken/version": return .raw("HTTP/4.2 200 OK\r\n\r\n")
    case "/broken/field": return broken("no colon\r\n\r\n")
    case "/broken/coding": return broken("Transfer-Encoding: x\r\n\r\n")
    case "/broken/chunk": return .chunks("x\r\n")
    case "/broken/interim": return .raw("HTTP/1.1 100 Continue\r\n\r\n")
    default: return CurlWorld.response(to: request)
    }
  }

  @Test(arguments: commands)
  func behavesLikeCurl(command: String) throws {
    let server = try LoopbackServer(Self.response)
    let curl = try CurlWorld(command, as: "curl", server, files: Self.files)
    let req = try CurlWorld(command, as: "req --retry 0", server, files: Self.files)

    #expect(req.requests == curl.requests, "\(req.result)")
    #expect(req.result.text == curl.result.text, "\(req.result)")
    #expect(req.files == curl.files)
    #expect(req.result.exit == curl.result.exit, "\(req.result)")
  }
}
