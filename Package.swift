// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The compiler imports regular expressions into every file by default. One call would
/// add 1.3 MB to each executable, and 445 conformances that every dynamic cast searches.
let sourceSettings =
  settings + [
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
  ]

/// Debug executables are static, like the released ones: the tests start them 5,000 times, and each
/// start takes 1 ms instead of 7. lld links them in half the time, and without warnings.
let linking: [LinkerSetting] = [
  .unsafeFlags(["-static-executable", "-use-ld=lld"], .when(configuration: .debug))
]

/// Calls of the C library that check the sizes of buffers. They need optimization.
let checked: [CSetting] = [
  .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))
]

/// The executables, and the domains that each knows. All but `cities-find` open sockets.
let tools: [(name: String, modules: [Target.Dependency])] = [
  ("req", ["WirelineHTTP", "WirelineReq", "WirelineYelp"]),
  ("imgfetch", ["WirelineHTTP", "WirelineImages"]),
  ("yelp-query", ["WirelineHTTP", "WirelineYelp", "WirelineCities"]),
  ("cities-sync", ["WirelineHTTP", "WirelineCities", "CPlaces"]),
  ("cities-find", ["WirelineCities"]),
]

let package = Package(
  name: "wireline",
  products: tools.map { .executable(name: $0.name, targets: [$0.name]) },
  // Exact versions, because Package.resolved is not committed.
  dependencies: [
    .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  ],
  targets: [
    .systemLibrary(name: "CAres", pkgConfig: "libcares", providers: [.apt(["libc-ares-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CMinizip", pkgConfig: "minizip", providers: [.apt(["libminizip-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(name: "CStart", cSettings: checked),
    // The packages are those of .ci/setup.
    .target(
      name: "CPixels",
      cSettings: checked,
      linkerSettings: ["webpmux", "webp", "png16", "gif", "jpeg", "z", "m"].map {
        .linkedLibrary($0)
      }
    ),
    .target(name: "CPlaces", exclude: ["areas.txt", "places.txt", "regions.txt"]),
    .target(
      name: "CTables",
      exclude: [
        "completion.bash", "completion.fish", "completion.zsh", "countries.txt",
        "curl-options.txt", "media-types.txt", "public-suffixes.txt", "yelp-categories.txt",
      ]
    ),
    .target(
      name: "WirelineCore",
      dependencies: [
        "CCrypto",
        "CSQLite",
        "CStart",
        "CTables",
        "CUTF8Proc",
        "CZlib",
        "CZstd",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineRequests",
      dependencies: ["CTables", "WirelineCore"],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineReq",
      dependencies: ["WirelineCore", "WirelineRequests"],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineCities",
      dependencies: [
        "CMinizip",
        "CTables",
        "CUTF8Proc",
        "WirelineCore",
        "WirelineRequests",
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineImages",
      dependencies: [
        "CPixels",
        "CStart",
        "WirelineCore",
        "WirelineRequests",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [.embedInCode("ContactSheet/sheet.css")],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineYelp",
      dependencies: [
        "CTables",
        "CUTF8Proc",
        "WirelineCore",
        "WirelineRequests",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "WirelineHTTP",
      dependencies: [
        "CAres",
        "CBrotli",
        "CZlib",
        "WirelineCore",
        "WirelineRequests",
        // NIO's, and named here because it is linked: it has an exact version too.
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["CZlib", "CZstd", "WirelineCore", "WirelineRequests"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineCoreTests",
      // The tools of these tests have the options of those that make requests.
      dependencies: ["CStart", "TestSupport", "WirelineCore", "WirelineRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineRequestsTests",
      dependencies: ["TestSupport", "WirelineCore", "WirelineRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineReqTests",
      dependencies: ["TestSupport", "WirelineCore", "WirelineReq", "WirelineRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineCitiesTests",
      dependencies: ["TestSupport", "WirelineCities", "WirelineCore", "WirelineRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineImagesTests",
      dependencies: ["TestSupport", "WirelineCore", "WirelineImages", "WirelineRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineYelpTests",
      dependencies: ["TestSupport", "WirelineCore", "WirelineRequests", "WirelineYelp"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WirelineHTTPTests",
      dependencies: [
        "CZlib", "TestSupport", "WirelineCore", "WirelineHTTP", "WirelineRequests",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EndToEndTests", dependencies: ["CSQLite", "TestSupport", "confinement-probe"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "confinement-probe", dependencies: ["CPixels"], path: "Tests/ConfinementProbe"),
    // The tools again, against servers that speak TLS: only these need the library for it.
    .testTarget(
      name: "SecureTests",
      dependencies: [
        "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
  ]
    + tools.map { tool in
      .executableTarget(
        name: tool.name,
        dependencies: tool.modules + [
          "WirelineCore", "WirelineRequests",
        ],
        swiftSettings: sourceSettings,
        linkerSettings: linking
      )
    },
  swiftLanguageModes: [.v6]
)

// `make unit` builds the tests of some modules, and only the targets that they need.
if let units = Context.environment["WIRELINE_UNITS"] {
  var needed = Set(units.split(separator: " ").map { "Wireline\($0)Tests" })
  // Targets are declared after those that they depend on.
  for target in package.targets.reversed() where needed.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
