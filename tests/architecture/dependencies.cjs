/**
 * Who may import whom (README, "Map of the folders"). Remix's own `.server` guard covers app/ only: without these
 * rules a component that imports server/db builds, and ships SQL to the browser.
 */
const rule = (name, from, to, comment) => ({ name, severity: 'error', from, to, comment })

module.exports = {
  forbidden: [
    rule(
      'app-knows-only-the-contract',
      { path: '^app/' },
      { path: '^server/', pathNot: '^server/contract/' },
      'Pages reach the server by its contract and context.fetchApi only.',
    ),
    rule(
      'server-never-imports-app',
      { path: '^server/' },
      { path: '^app/' },
      'It finds the pages by their build.',
    ),
    rule(
      'contract-is-pure',
      { path: '^server/contract/' },
      { pathNot: '^(server/contract/|node_modules/zod/)' },
      'It runs in loaders, components and the server alike.',
    ),
    rule(
      'logging-stands-alone',
      { path: '^server/logging/' },
      { path: '^(server|app)/', pathNot: '^server/logging/' },
      'What names requests and bounds the log is known to all of server.',
    ),
    rule(
      'network-stands-alone',
      { path: '^server/network/' },
      { path: '^(server|app)/', pathNot: '^server/(network/|config/config-error\\.ts$)' },
      'Addresses are read the same at the edge and in limits.',
    ),
    rule(
      'db-stands-on-the-contract',
      { path: '^server/db/', pathNot: '^server/db/drizzle\\.config\\.ts$' },
      { path: '^server/', pathNot: '^server/(db|contract)/' },
      'main -> http -> services -> db -> contract.',
    ),
    rule(
      'services-stand-below-http',
      { path: '^server/services/' },
      {
        path: '^server/',
        pathNot:
          '^server/(services|db|contract|logging|network)/|^server/(telemetry/log|config/config-error)\\.ts$',
      },
      'main -> http -> services -> db -> contract.',
    ),
    rule(
      'http-stands-below-main',
      { path: '^server/http/' },
      {
        path: '^server/',
        pathNot: '^server/(http|services|db|contract|logging|network)/|^server/telemetry/log\\.ts$',
      },
      'main -> http -> services -> db -> contract.',
    ),
    rule(
      'image-library-has-a-process-of-its-own',
      { path: '^(app|server)/', pathNot: '^server/services/media/process/' },
      { path: '^(node_modules/sharp/|server/services/media/process/)' },
      'Its threads, memory and crashes are not those of the process that serves: services/media/images/picture-work.ts.',
    ),
    rule(
      'sample-stands-apart',
      { path: '^server/sample/' },
      { path: '^server/', pathNot: '^server/(sample|services|db|contract)/|^server/telemetry/log\\.ts$' },
      'Sample content is made by the services that every content goes through, and none of them knows it.',
    ),
    rule(
      'sample-is-reached-by-its-interface',
      { path: '^server/', pathNot: '^server/sample/' },
      { path: '^server/sample/', pathNot: '^server/sample/sample-content\\.ts$' },
      'One file loads the texts when they are used.',
    ),
    rule(
      'sample-is-loaded-when-used',
      { path: '^server/sample/sample-content\\.ts$' },
      {
        path: '^server/sample/content/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
      'A serving process starts without the texts: import() them inside the function.',
    ),
    rule(
      'site-knows-no-database',
      { path: '^server/site/' },
      { path: '^server/(db|services|http|cli)/' },
      'The site is what stands before the API.',
    ),
    rule(
      'routes-are-leaves',
      { path: '^app/', pathNot: '^app/routes/' },
      { path: '^app/routes/' },
      'routes.ts names them by file name; nobody imports them.',
    ),
    rule(
      'route-families-are-apart',
      { path: '^app/routes/([^/]+)/' },
      { path: '^app/routes/', pathNot: '^app/routes/$1/' },
      'Move what two families share to a folder of app beside routes.',
    ),
    rule(
      'visitors-pages-never-import-staff',
      { path: '^(app|server)/', pathNot: '^app/staff/' },
      { path: '^app/staff/' },
      'The staff area is an app of its own: nothing of it reaches visitors.',
    ),
    rule(
      'staff-imports-shared-parts-only',
      { path: '^app/staff/' },
      {
        path: '^app/',
        pathNot:
          '^app/(staff|api|articles|cookies|check-ins/scanner|forms|styles|ui)/|^app/(china-time|content-security-policy|cookies\\.server|load-context|page-number|paths)\\.ts$|^app/remix/(future\\.ts|handle-error\\.server\\.ts|strip-padding\\.server\\.ts)$|^app/visitor/return-path\\.ts$|^app/page-parts/optional-part\\.server\\.ts$|^app/schools/card-for-child\\.server\\.ts$',
      },
      'What the staff area shares with visitors: calls of the API, fields of forms, texts, styles, addresses of pages, what a card says of a school.',
    ),
    rule(
      'staff-route-families-are-apart',
      { path: '^app/staff/routes/([^/]+)/' },
      { path: '^app/staff/routes/', pathNot: '^app/staff/routes/$1/' },
      'Move what two families share to a folder of app/staff beside routes.',
    ),
    rule(
      'staff-routes-are-leaves',
      { path: '^app/', pathNot: '^app/staff/routes/' },
      { path: '^app/staff/routes/' },
      'app/staff/routes.ts names them by file name; nobody imports them.',
    ),
    rule(
      'product-never-imports-tests',
      { path: '^(app|server)/' },
      { path: '^tests/' },
      'Tests look in from outside.',
    ),
    rule(
      'no-development-package-in-the-product',
      {
        path: '^(app|server)/',
        pathNot: '^(app/(staff/)?routes\\.ts|server/(dev|db/drizzle\\.config|vite/precompress)\\.ts)$',
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      'What production runs is in dependencies.',
    ),
    rule(
      'no-cycles',
      {},
      { circular: true },
      'A type that two modules need belongs to the one below, or to a module of its own.',
    ),
    rule(
      'kiosk-worker-imports-types-only',
      { path: '^app/check-ins/kiosk/worker\\.ts$' },
      { dependencyTypesNot: ['type-only'] },
      'A classic service worker is one file: a module that it shares with the page would become a chunk to import.',
    ),
    rule(
      'kiosk-device-and-store-stand-below',
      { path: '^app/check-ins/kiosk/(device|store)/' },
      { path: '^app/check-ins/kiosk/(sync|controller|views)/' },
      'views -> controller -> sync -> store -> device.',
    ),
    rule(
      'kiosk-sync-knows-no-controller',
      { path: '^app/check-ins/kiosk/(sync|controller)/' },
      { path: '^app/check-ins/kiosk/views/' },
      'views -> controller -> sync -> store -> device.',
    ),
    rule('no-unresolvable', {}, { couldNotResolve: true, pathNot: '^virtual:' }, 'The import leads nowhere.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
