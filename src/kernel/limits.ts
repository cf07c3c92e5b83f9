/** Requests allowed per window of so many seconds. */
export type Rate = { readonly requests: number; readonly seconds: number }

/** Every limit of the product, once. Docs (docs/limits.md) and messages read from here; a test holds them together. */
export const limits = {
  /** Max request body of the JSON surfaces, bytes. Larger bodies are refused with 413 before they are read completely. */
  requestBodyBytes: 6 * 1024 * 1024,
  /** Bytes of a request body that are read without waiting. Larger bodies share the memory below and the event loop. */
  inlineBodyBytes: 64 * 1024,
  /**
   * Max bytes of larger bodies that one process has in memory at the same time, from before they are read until the response
   * to their requests, and max bytes for one project. An upload, which is stored while it arrives, counts as
   * `uploadBodyBytes`.
   */
  bodyBytes: 64 * 1024 * 1024,
  bodyBytesOfProject: 32 * 1024 * 1024,
  uploadBodyBytes: 512 * 1024,
  /** Part of that memory which is reserved for projects that send few large bodies. */
  bodyBytesReserved: 12 * 1024 * 1024,
  /**
   * Max requests of one project whose bodies wait unread for that memory, and max seconds of the wait; further ones are
   * refused with 429 and Retry-After.
   */
  queuedBodies: 128,
  queuedBodySeconds: 15,
  /**
   * Max requests with such bodies whose callers disconnect before the response, within this many seconds; further ones of
   * the project, or of the network of an anonymous caller, are refused with 429 and Retry-After.
   */
  abandonedBodies: 32,
  abandonedBodySeconds: 60,
  /** Min average bytes per second of a larger body, checked after this many seconds. */
  bodyBytesPerSecond: 1024,
  bodyGraceSeconds: 30,
  /** Max length of a request target (path and query), bytes. */
  requestTargetBytes: 8 * 1024,
  /**
   * Min bytes of a text response that is compressed for clients that accept it, and characters above which a thread
   * compresses it.
   */
  compressBytes: 4096,
  compressInlineLength: 32 * 1024,
  /** Fixed pages and files that one process keeps compressed in memory. */
  compressedPages: 64,
  /** Results of one small query that one process keeps until something is written, with SQLite. */
  keptReads: 10_000,

  /** Max nesting of a JSON body. */
  jsonDepth: 64,

  /**
   * Seconds after which a connection without traffic is closed. Every timeout below of storage and blobs is shorter, so that
   * a caller gets 503 with Retry-After and not a closed connection.
   */
  httpIdleSeconds: 60,
  /** Timeout for opening a connection to Postgres, seconds. */
  postgresConnectSeconds: 5,
  /** Seconds that a call waits for a free connection to Postgres. */
  postgresQueueSeconds: 10,
  /** Seconds that a statement waits for a lock (`lock_timeout`); migrations are exempt. */
  postgresLockSeconds: 10,
  /** Max seconds of one statement (`statement_timeout`); migrations are exempt. */
  postgresStatementSeconds: 20,
  /** Max idle seconds of a transaction (`idle_in_transaction_session_timeout`), so that a frozen process holds no lock. */
  postgresIdleTransactionSeconds: 20,
  /**
   * Max attempts of a Postgres transaction that conflicts with others (serialization failure, deadlock), and seconds after
   * its start from which on it is not retried.
   */
  postgresAttempts: 8,
  postgresAttemptSeconds: 15,
  /** Seconds without any response from Postgres after which a connection with running statements is discarded. */
  postgresSilenceSeconds: 25,
  /** Seconds after which an idle connection is probed before use, and the timeout of the probe. */
  postgresIdleSeconds: 5,
  postgresProbeSeconds: 2,
  /**
   * Interval of the notifications that a process sends to itself, seconds, and their timeout; after it the listening
   * connection is replaced.
   */
  postgresHeartbeatSeconds: 8,
  /** Hours between two integrity checks of a SQLite database, and max seconds of one check. */
  databaseCheckHours: 24,
  databaseCheckSeconds: 900,
  /** Max seconds of the checks of `svc doctor` that the console shows. */
  doctorSeconds: 90,
  /** Timeout of one attempt of a call to the bucket, seconds, and of all its attempts together. */
  blobAttemptSeconds: 15,
  blobCallSeconds: 30,
  /**
   * Timeout of the only attempt after a call that timed out, until one succeeds, so that callers do not queue behind a
   * bucket that hangs.
   */
  blobProbeSeconds: 5,
  /** Seconds without a byte after which reading a file from the bucket fails. */
  blobSilenceSeconds: 20,

  /** Bytes of HTML and CSS together, in UTF-8; content of this size or more cannot be saved. */
  contentBytes: 1024 * 1024,
  /**
   * Max bytes of an email document, or module, as compact JSON: twice the content, because JSON escapes its quotes, and a
   * reserve for the rest.
   */
  documentBytes: 2.25 * 1024 * 1024,
  /** Max nodes in one document. */
  documentNodes: 5000,
  /** Max characters of HTML and CSS that are cleaned on the main thread; longer content is cleaned in a worker. */
  cleanInlineLength: 1024,
  /**
   * Max characters of a document, all texts together, that is parsed on the main thread; a longer one is parsed in a worker.
   */
  readInlineLength: 128 * 1024,
  /**
   * Timeout of parsing and cleaning one document, or the HTML and CSS of one request, milliseconds, with a reserve for a
   * busy machine.
   */
  cleanMs: 25_000,
  /** Max fields, and characters of the template, of a block that a host page declares. */
  ownBlockFields: 40,
  ownBlockTemplate: 20_000,
  /** Max characters of the HTML of such a block with its values. */
  ownBlockHtml: 50_000,
  /** Max columns in one section. */
  sectionColumns: 6,
  /** Max length of one rich-text value, bytes of UTF-8. */
  richTextBytes: 1024 * 1024,
  /** Max size of one paste into a text in the editor, bytes of JSON. */
  pasteBytes: 64 * 1024,
  /** Max nesting of lists in rich text. */
  richTextListDepth: 3,
  /** Max items that one loop renders, unless its own limit is lower; further items cause the warning `LOOP_TRUNCATED`. */
  loopItems: 1000,
  /** Max nesting of loops. */
  loopDepth: 3,
  /** Max nesting of a display condition. */
  conditionDepth: 8,
  /** Max characters of an MJML document, its elements, and their nesting. */
  mjmlLength: 2 * 1024 * 1024,
  mjmlElements: 20_000,
  mjmlDepth: 200,
  /** Max bytes of rendered HTML; a larger result is refused. */
  renderBytes: 2 * 1024 * 1024,
  /** Max iterations of all loops of one rendering together. */
  renderRounds: 100_000,
  /**
   * Max characters of HTML in a document, or of data, for rendering on the main thread; a larger email is rendered in a
   * worker.
   */
  renderInlineLength: 32 * 1024,
  /** Timeout of rendering one email in a worker, milliseconds. */
  renderMs: 25_000,
  /** Bytes of HTML after which Gmail clips a message. */
  gmailClipBytes: 102_400,
  /** Max bytes of a style element in Gmail, which ignores larger ones. */
  gmailStyleBytes: 16 * 1024,
  /** Max bytes of an AMP part in mail clients (amp.dev, AMP for Email format). */
  ampBytes: 200_000,
  /** Max bytes of the style element of an AMP part. */
  ampStyleBytes: 75_000,
  /** Timeout of validating one AMP part, milliseconds. */
  ampCheckMs: 15_000,
  /** Max length of HTML, a style sheet or MJML that is imported without being stored, characters. */
  importBytes: 2 * 1024 * 1024,
  /** Max characters of an email that is imported on the main thread; longer ones are imported in a worker. */
  importInlineBytes: 1024,
  /** Max characters of HTML that is converted to native blocks; longer HTML stays one HTML block. */
  importBlocksLength: 512 * 1024,
  /** Timeout of importing one email, milliseconds. */
  importMs: 10_000,
  /** Timeout of comparing an imported email with its source as displayed, milliseconds; the report then lacks `displayed`. */
  importCompareMs: 5000,
  /** Height from the top within which an imported email and its source are compared, px. */
  importComparedHeight: 20_000,
  /** Max differences that the report of an import lists per width. */
  importDifferences: 10,
  /** Max embedded images of an imported email that become assets. */
  importImages: 50,
  /** Max bytes of the `data` object of one rendering. */
  dataBytes: 1024 * 1024,
  /**
   * Timeout of one piece of authored Liquid, milliseconds, and of all of one email, after which its thread is terminated.
   */
  liquidMs: 1500,
  liquidEmailMs: 4500,
  /** Max intermediate lists and texts of one piece of authored Liquid: items and characters together. */
  liquidUnits: 5_000_000,
  /** Max pieces of authored Liquid that one email renders, counted in every iteration of a loop. */
  liquidPieces: 2000,
  /**
   * Max documents of stored templates that a process caches for rendering, and their bytes as JSON together; the cached form
   * takes about fifteen times as much memory.
   */
  keptDocuments: 300,
  keptDocumentsBytes: 3 * 1024 * 1024,
  /** Max operations in one call. */
  operations: 1000,
  /** Max nesting of modules. */
  moduleDepth: 3,
  /** Max modules of one project, versions of one module, and slots in one module. */
  modules: 2000,
  moduleVersions: 1000,
  moduleSlots: 50,
  /** Max different modules in one email, and their bytes as JSON together. */
  modulesShown: 100,
  modulesShownBytes: 25 * 1024 * 1024,
  /** Max templates whose instances one call syncs or detaches; a job processes more. */
  moduleTemplates: 50,
  /** Max templates that one sync may name. */
  moduleSyncIds: 10_000,

  /** Max characters of a name: template, folder, project, key. */
  nameLength: 200,
  /** Max tags on one template, and characters of each. */
  tags: 50,
  tagLength: 64,
  /** Max characters of an external id. */
  externalIdLength: 255,
  /** Max members of the metadata of one resource, and characters of each key and value. */
  metadataKeys: 50,
  metadataKeyLength: 64,
  metadataValueLength: 500,
  /** Max characters of a search query. */
  searchLength: 200,
  /** Max folders of one project, and their nesting. */
  folders: 5000,
  folderDepth: 20,
  /** Max sample recipients of one project, and bytes of the data of one as JSON. */
  sampleRecipients: 100,
  sampleRecipientBytes: 64 * 1024,
  /** Max ids in one bulk call. */
  bulkIds: 1000,
  /** Max values of one filter of a list. */
  filterValues: 50,
  /** Max items of one page, and the default. */
  pageMax: 100,
  pageDefault: 25,
  /** Max grants on one template or folder. */
  grants: 200,
  /** Versions of one template that are stored by plan, without named and pinned ones; the oldest are deleted first. */
  versions: { free: 20, pro: 100, business: 300, enterprise: 1000 },
  /** Days for which the browser stores edits that could not be saved, and max characters of JSON per window. */
  keptEditsDays: 30,
  keptEditsLength: 2_000_000,
  /** Max windows whose edits the browser stores; the oldest ones are removed. */
  keptEditsWindows: 50,
  /** Days ahead for which a release can be scheduled. */
  publishAheadDays: 366,
  /** Max characters of a comment, comments on one template, and comments that are written through one link to a review. */
  commentLength: 5000,
  comments: 5000,
  linkComments: 200,
  /** Valid links to the reviews of one template; days that a link is valid unless given, and max days. */
  reviewLinks: 50,
  reviewLinkDays: 14,
  reviewLinkDaysMax: 90,
  /** Requests with links to reviews per client IP address. */
  reviewRequests: 120,
  reviewRequestSeconds: 60,
  /** Saves of one template whose operations are cached, so that editors with an older revision can catch up. */
  editsKept: 200,
  /** Max seconds between two autosaves that are merged into one version, and max seconds of one such version. */
  versionQuietSeconds: 300,
  versionSpanSeconds: 1800,
  /** Seconds after which an editing lock expires unless it is renewed: default, min and max. */
  lockSeconds: 120,
  lockSecondsMin: 10,
  lockSecondsMax: 3600,
  /** Seconds without input after which an open editor releases its lock. */
  lockIdleSeconds: 300,
  /** Seconds in which the holder of a lock may decline a request for it, and after which the request is void. */
  lockRequestSeconds: 30,
  lockRequestVoidSeconds: 120,
  /** Seconds between two requests of a visible editor for the state of the lock and the revision. */
  lockPollSeconds: 2,
  /** Days that a deleted template stays in the trash. */
  trashDays: 30,

  /** Max bytes of one asset: an image, and any other file. */
  imageBytes: 20 * 1024 * 1024,
  fileBytes: 50 * 1024 * 1024,
  /** Max bytes of one SVG, which is rendered from its text. */
  svgBytes: 2 * 1024 * 1024,
  /** Max pixels of one image: larger ones are refused before they are decoded. */
  imagePixels: 40_000_000,
  /** Max frames of one animation. */
  imageFrames: 500,
  /** Max bytes of all assets of a company, by plan; null is unlimited. */
  assetBytes: { free: 104_857_600, pro: 5_368_709_120, business: 53_687_091_200, enterprise: null },
  /** Max versions of the file of one asset. */
  assetVersions: 50,
  /** Max templates that the report of a replaced asset lists because they could not be changed; others are counted. */
  replacementFailures: 200,
  /** Max characters of the alternative text of an asset. */
  altLength: 1000,
  /** Timeout of fetching an asset from a URL, seconds, and max redirects. */
  assetFetchSeconds: 30,
  assetFetchRedirects: 3,
  /** Seconds for which the URL of a direct upload into the bucket is valid. */
  uploadLinkSeconds: 3600,
  /**
   * Max direct uploads into the bucket that a project may have started and not completed, and max bytes of all whose URL is
   * still valid.
   */
  openUploads: 1000,
  openUploadBytes: 50 * 1024 * 1024 * 1024,
  /** Hours before bytes that no asset or export references are deleted: their row may not be committed yet. */
  orphanHours: 24,
  /** Max bytes of stored image variants; the oldest are deleted first. */
  variantBytes: 2 * 1024 * 1024 * 1024,
  /** Max bytes of image variants in the memory of one process. */
  variantCacheBytes: 64 * 1024 * 1024,
  /**
   * Max images that are rendered under /cdn for one IP address (IPv6: /64) without a signed URL, unless the setting
   * overrides it, the seconds of the window, and the cost of a countdown. Cached images do not count; a larger image counts
   * once for each cdnRenderPixels.
   */
  cdnRenders: 20,
  cdnRenderSeconds: 10,
  cdnCountdownCost: 2,
  cdnRenderPixels: 6_000_000,
  /**
   * Max new variants of one image, of any size, that URLs without a signature have rendered in assetVariantSeconds, by each
   * process; beyond it they get the nearest size of short lists.
   */
  assetVariants: 100,
  assetVariantSeconds: 86_400,
  /**
   * Seconds for which one rendering of a countdown is served to everyone, and the shorter time near its end, if it shows
   * seconds.
   */
  countdownSeconds: 60,
  countdownFinalSeconds: 10,
  /** Max variants of one image in the sizes and qualities of the short lists. */
  unsignedVariants: 3100,
  /**
   * Max crops and backgrounds of one image, once served without a signature for a document, that are still served after the
   * document is deleted.
   */
  keptImageQueries: 100,
  /** Max bytes of rendered countdowns in the memory of one process; the least recently used are evicted first. */
  countdownCacheBytes: 32 * 1024 * 1024,
  /** Max seconds for which a signed URL of an image is valid. */
  imageLinkSecondsMax: 31_536_000,
  /** Timeout of inspecting or transforming one image, seconds. */
  imageSeconds: 20,
  /** Timeout for an SVG, which can be built to render endlessly, seconds. */
  svgSeconds: 8,

  /** Max templates that one export call may name. */
  exportIds: 1000,
  /** Max templates in one synchronous export; more are queued. */
  exportTemplates: 5,
  /** Max templates whose files are stored separately; those of more are one archive. */
  exportFiles: 100,
  /** Max characters of a campaign parameter, merge tags included. */
  exportUtmLength: 200,
  /** Max images packed with one email. */
  exportImages: 200,
  /** Max bytes of one image of another host, and of all images of one email. */
  exportImageBytes: 5 * 1024 * 1024,
  exportImagesBytes: 32 * 1024 * 1024,
  /** Timeout of fetching one image of another host, seconds, and of all images of one email. */
  exportImageSeconds: 10,
  exportImagesSeconds: 30,
  /** Max bytes of the files of one export before they are packed: in a synchronous response, and in the background. */
  exportBytes: 32 * 1024 * 1024,
  exportArchiveBytes: 2 * 1024 * 1024 * 1024,
  /** Bytes of input above which a PDF, PNG or ZIP is created in the background. */
  exportNowBytes: 1_000_000,
  /** Width of an email exported as PNG in pixels, and max pixels in total. */
  exportPngWidth: { min: 64, max: 2560 },
  exportPngPixels: 32_000_000,
  /** Max pages of a PDF. */
  exportPdfPages: 500,
  /** Max margin around an email on the pages of a PDF, points. */
  exportMargin: 144,
  /** Timeout of rendering one exported email, seconds. */
  exportRenderSeconds: 30,
  /** Max warnings in the response to an export, and in the README of an archive; beyond it only their number is given. */
  exportWarnings: 200,
  exportReadmeWarnings: 10_000,
  /** Timeout of linting one email, milliseconds; none takes nearly as long. */
  lintMs: 20_000,
  /** Timeout of inlining the CSS of one exported page and minifying it, milliseconds. */
  compactMs: 15_000,
  /** Timeout of finding or replacing the image URLs of one exported page, milliseconds. */
  imagesMs: 10_000,
  /** Hours after which an export and its files are deleted. */
  exportHours: 24,
  /** Max custom export targets of a project. */
  exportTargets: 50,
  /** Max connections of one project. */
  connections: 50,
  /** Max templates of one connection that are listed. */
  connectionTemplates: 1000,
  /** Timeout of one request to a provider, seconds, and max bytes of its response. */
  pushSeconds: 30,
  pushAnswerBytes: 4 * 1024 * 1024,
  /** Max wait that a provider may request between two attempts, minutes. */
  pushRetryMinutes: 60,
  /** Max concurrent pushes in one process; each connection has one at a time. */
  pushesInFlight: 8,
  /** Days that a push stays in the log. */
  pushDays: 30,
  /** Seconds for which a signed download link is valid. */
  downloadLinkSeconds: 3600,

  /** Projects of one company that are not deleted. */
  projects: 500,
  /** API keys of one project that are not revoked. */
  apiKeys: 100,
  /** Seconds for which the previous key works after a rotation: default and max. */
  keyGraceSeconds: 86_400,
  keyGraceSecondsMax: 604_800,
  /** Hours for which an Idempotency-Key is stored, and its max length in characters. */
  idempotencyHours: 24,
  idempotencyKeyLength: 255,
  /** Max allowed origins of one project. */
  allowedOrigins: 100,
  /** Minutes for which the one-time setup link is valid. */
  setupLinkMinutes: 30,
  /** Hours without use after which a console session expires. */
  consoleSessionHours: 12,
  /** Days for which an invitation is valid, and max open invitations of one company. */
  invitationDays: 7,
  invitations: 200,
  /** Minutes for which a link that resets a password is valid. */
  resetLinkMinutes: 60,
  /** Messages that reset a password, per account and 15 minutes. */
  resetMails: 3,
  /** Max characters of the path to which a sign-in returns; those of applications contain their registration. */
  returnPathLength: 8000,
  /** Applications that an account may connect. */
  connectedApps: 100,
  /** Seconds for which their authorization codes and access tokens are valid, and days for refresh tokens. */
  appCodeSeconds: 60,
  appAccessSeconds: 3600,
  appRefreshDays: 30,
  /** Seconds for which a refresh token may be used again, because responses get lost. */
  appRefreshGraceSeconds: 30,
  /** Max bytes of a request to register an application, and of the document behind a client ID that is a URL. */
  appMetadataBytes: 8192,
  /** Milliseconds for such a document. */
  appMetadataMs: 5000,
  /** Registrations and requests for tokens of one client network in a minute. */
  appRequests: 120,
  /** Recovery codes of an account with a second factor, and seconds for which the code may be entered after the password. */
  recoveryCodes: 10,
  codeSeconds: 300,
  /** Seconds for one sign-in with an OpenID Connect provider, and attempts to end one per IP network and 15 minutes. */
  oidcFlowSeconds: 600,
  oidcAttempts: 60,
  /**
   * Max passkeys of one account, seconds for which a passkey may sign a challenge, and sign-ins with passkeys per IP network and
   * 15 minutes.
   */
  passkeys: 20,
  passkeySeconds: 600,
  passkeyAttempts: 60,
  /** Seconds for each request to that provider, max bytes of a response, and minutes for which its metadata are cached. */
  oidcSeconds: 10,
  oidcBytes: 262_144,
  oidcMetadataMinutes: 60,
  /** Max accounts of one company. */
  members: 1000,
  /** API requests of one account in the console, in this many seconds; they do not count against its project. */
  consoleRequests: 1200,
  consoleRequestSeconds: 60,
  /** Minutes for which a token of the editor in the console is valid; the console renews it while it is open. */
  accountTokenMinutes: 60,
  /** Min and max characters of a console password. */
  passwordMin: 12,
  passwordMax: 200,

  /** Max webhooks of one project. */
  webhooks: 50,
  /** Max webhooks of one customer of a project, and of all of its customers; they do not count as webhooks of the project. */
  customerWebhooks: 10,
  allCustomerWebhooks: 1000,
  /** Max characters of the id of a customer. */
  customerLength: 100,
  /** Max valid links of a project with which customers manage their webhooks. */
  portalLinks: 1000,
  /** Days that such a link is valid unless given, max days, and days for which it is listed after its end. */
  portalLinkDays: 1,
  portalLinkDaysMax: 90,
  portalLinkListedDays: 30,
  /** Max webhooks added, tests and repeated deliveries of one such link in the window, and its seconds. */
  portalSends: 20,
  portalSendSeconds: 60,
  /** Max callback URLs of one project besides its webhooks. One that no stored result needs is removed. */
  callbackAddresses: 200,
  /** Max characters of the URL of a webhook, and of its description. */
  webhookUrlLength: 2048,
  webhookDescriptionLength: 500,
  /** Max templates, folders or external ids in the filter of one webhook. */
  webhookFilterItems: 100,
  /** Max headers of one webhook, and max characters of each name and value. */
  webhookHeaders: 20,
  webhookHeaderNameLength: 100,
  webhookHeaderValueLength: 4096,
  /** Max requests per second of the rate of one webhook. */
  webhookRate: 100,
  /** Max secrets of one webhook that sign at the same time. */
  webhookSecrets: 5,
  /** Seconds for which a webhook's previous secret still signs after a rotation: max and default. */
  webhookGraceSecondsMax: 604_800,
  webhookGraceSeconds: 86_400,
  /** Days for which an event is stored and can be delivered again. */
  eventDays: 30,
  /** Days that a delivery and its attempts stay in the log. */
  deliveryDays: 90,
  /** Timeout of a webhook receiver, seconds, including the response body. */
  webhookTimeoutSeconds: 15,
  /** Max concurrent deliveries to one webhook, over all replicas. */
  webhookConcurrency: 8,
  /** Max concurrent deliveries in one process. Those to slow webhooks use at most half of it. */
  webhooksInFlight: 512,
  /** Bytes of a response that the delivery log stores. */
  webhookExcerptBytes: 1024,
  /** Max `Retry-After` of a receiver that is honored, hours. */
  webhookRetryAfterHours: 24,
  /** Days of consecutive failures after which a webhook is disabled. */
  webhookFailingDays: 5,

  /** Max open event streams of one project in one process. */
  eventStreams: 100,
  /** Minutes after which an event stream ends; the client reconnects. */
  eventStreamMinutes: 60,
  /** Seconds without an event after which an event stream sends a comment, so that no proxy closes it. */
  eventHeartbeatSeconds: 15,

  /** Max elements of a page that are laid out for an image; later ones are omitted. */
  layoutElements: 20_000,
  /** Max nesting of elements in a page that is laid out; deeper ones are omitted. */
  layoutDepth: 256,
  /** Max characters of text in such a page; later text is omitted. */
  layoutText: 400_000,
  /** Max pixels of all images of a rendered email together; further images become gray boxes. */
  layoutPixels: 60_000_000,
  /** Width of a thumbnail, pixels. */
  thumbnailWidth: { min: 64, max: 1280 },
  /** Max height of a thumbnail, pixels; the rest is cut off. */
  thumbnailHeight: 4096,
  /** Max images of an email that are fetched for a thumbnail. */
  thumbnailImages: 40,
  /** Max bytes of one image of another host, and of all together. */
  thumbnailImageBytes: 4 * 1024 * 1024,
  thumbnailImagesBytes: 16 * 1024 * 1024,
  /** Timeout of fetching these images, seconds. */
  thumbnailFetchSeconds: 5,
  /** Timeout of rendering a thumbnail, seconds. */
  thumbnailSeconds: 15,
  /** Max thumbnails of all projects that one process renders at the same time; others wait, see `queuedTasks`. */
  thumbnailsAtOnce: 8,
  /** Hours for which the link to a thumbnail stays the same; it is valid for at least as long. */
  thumbnailLinkHours: 24,
  /** Seconds for which browsers show a linked thumbnail without asking whether it has changed. */
  thumbnailLinkCacheSeconds: 300,
  /** Days for which a rendered thumbnail is stored, and max bytes of all thumbnails. */
  thumbnailDays: 30,
  thumbnailsBytes: 1024 * 1024 * 1024,

  /**
   * Max tasks of one project, or of all anonymous callers, that wait in one process for a thread, a browser or another
   * shared resource, and bytes of their input; further ones are refused with 429 or 503 and Retry-After.
   */
  queuedTasks: 64,
  queuedBytesOfPartition: 96 * 1024 * 1024,
  /** Max bytes of such input of all projects together. */
  queuedBytes: 256 * 1024 * 1024,
  /** Max wait of such a task, seconds; a task whose estimated wait is longer is refused at once. */
  queueSeconds: 40,

  /** Seconds that running requests have on SIGTERM. */
  drainSeconds: 10,
  /**
   * Seconds for which the event loop may be blocked before the watchdog ends the process. At most `drainSeconds`, so that
   * SIGTERM ends a blocked process within them.
   */
  blockedLoopSeconds: 10,
  /** Seconds for which an API key is cached. */
  keyCacheSeconds: 5,

  /** Max requests of host pages for one end user, and the seconds of the window. */
  pluginRequests: 100,
  pluginWindowSeconds: 900,
  /** Multiple of the rate of one end user (`SVC_PLUGIN_RATE_LIMIT`) that all end users of a project share. */
  pluginProjectUsers: 50,
  /** Max lifetime of a signed token, hours. */
  pluginTokenHours: 24,
  /**
   * Max checks of a plugin configuration by an SDK whose frame was refused, per IP address (IPv6: /64) and window in
   * seconds.
   */
  pluginChecks: 60,
  pluginCheckWindowSeconds: 60,
  /**
   * The editor demo, whose visitors have no account. Max emails, saved modules, assets and their bytes in total. If the
   * project of the demo is full, a save is refused with LIMIT_REACHED.
   */
  demoEmails: 200,
  demoModules: 200,
  demoAssets: 500,
  demoAssetBytes: 100 * 1024 * 1024,
  /** Max uploads, their bytes and saved modules of one visitor to the demo. */
  demoUploads: 10,
  demoUploadBytes: 10 * 1024 * 1024,
  demoModulesOfVisitor: 10,
  /** Multiple of the rate of one visitor (SVC_PLUGIN_RATE_LIMIT, `editorRequests`) that all visitors to the demo share. */
  demoProjectUsers: 10,
  /** Max exports and previews of one visitor to the demo in an hour, and of all visitors. */
  demoFiles: 30,
  demoFilesOfAll: 150,
  /** Max new visitors to a public demo in an hour, by client network. */
  demoVisitors: 20,
  /**
   * Hours after which emails, modules and assets of visitors to a public demo are deleted; for emails and modules, since
   * their last change.
   */
  demoHours: 24,
  /** Max characters of an ES-PLUGIN-AUTH token. */
  pluginTokenLength: 4096,
  /**
   * Max uploads of one end user of an embedded editor and their bytes, within 24 hours and in total; a project may override
   * them (`end_users`).
   */
  endUserUploadsPerDay: 500,
  endUserUploadBytesPerDay: 500 * 1024 * 1024,
  endUserUploads: 10_000,
  endUserUploadBytes: 5 * 1024 * 1024 * 1024,
  /** Max modules that one end user may save; the max of the project is `modules`. */
  endUserModules: 200,
  /** Seconds for which a session id still works after it was refreshed, for a save in flight. */
  sessionGraceSeconds: 30,
  /** Max characters of the host's own id of an email. */
  emailIdLength: 200,
  /** Max bytes of the host's style sheet for the editor. */
  customCssBytes: 64 * 1024,
  /** Timeout of parsing that style sheet, milliseconds. */
  customCssMs: 10_000,
  /** Max starters of a project, and public ones, that an empty email offers. */
  editorStarters: 24,
  /**
   * Max requests of open editors (autosave, versions, assets) per user and window, and per project, besides the plugin API's
   * own rate; further timings of the editor.
   */
  editorRequests: 600,
  editorProjectRequests: 30_000,
  editorWindowSeconds: 60,
  editorSessionSeconds: 3600,
  previewLinkSeconds: 3600,
  pluginContextCacheSeconds: 300,
  /** Default rate of the REST API per project. */
  apiRequests: 600,
  apiWindowSeconds: 60,
  /** Longest window of a rate that a project sets for itself, seconds. */
  ownRateSecondsMax: 86_400,
  /** IP addresses (IPv6: /64) whose unauthenticated requests one process counts for one limit; the oldest count goes first. */
  clientBuckets: 50_000,
  /**
   * Milliseconds that a call waits for the counts of other replicas, if this one has had no calls of its project for a
   * while.
   */
  rateExchangeMs: 1000,
  /** Verification credits a month by plan; null is unlimited. */
  credits: { free: 5, pro: 250, business: 2500, enterprise: null },
  /** Minutes after which credits reserved for a call are released, if its process has died. */
  creditHoldMinutes: 15,
  /** Max characters of a text that is verified as an email address. */
  addressTextLength: 1000,
  /** Timeout of one verification while the caller waits, seconds. */
  verifySeconds: 50,
  /** Longest max_wait of a batch: retries of greylisting and deferrals end within this time anyway. */
  batchMaxWaitSeconds: 24 * 60 * 60,
  /** Max email addresses of one batch. */
  batchAddresses: 10_000,
  /** Max rows and bytes of an uploaded file of email addresses. */
  batchFileRows: 100_000,
  batchFileBytes: 10 * 1024 * 1024,
  /** Max batches that one process works on at the same time. If more are waiting, they take turns of this many seconds. */
  batchesAtOnce: 16,
  batchTurnSeconds: 60,
  /** Max email addresses of all batches that one process verifies at the same time. */
  batchAtOnce: 1200,
  /**
   * Max email addresses of one batch at one provider that are verified at the same time, and at one domain, which has one
   * session at a time: some are sent together and the next are ready, so that many domains get their turn and a slow one
   * does not delay the others.
   */
  batchAtOnceOfProvider: 12,
  batchAtOnceOfDomain: 3,
  /** Days after its end for which the results of a batch are stored, and further days for which its summary is stored. */
  batchDays: 30,
  batchRecordDays: 365,
  /** Hours for which findings about an email address are reused, at no cost. */
  verificationCacheHours: 24,
  /** Max sending domains of a project. */
  dmarcDomains: 1000,
  /** Max groups of sending domains of a project, members of one, and its links for clients that are valid. */
  dmarcGroups: 500,
  dmarcGroupMembers: 100,
  dmarcGroupLinks: 50,
  /** Days that a link for clients is valid unless given, and max days. */
  dmarcLinkDays: 30,
  dmarcLinkDaysMax: 90,
  /** Max domains on the page of a client, those with the largest volume. */
  dmarcClientDomains: 200,
  /** Max bytes of an upload of reports, and files in it. */
  dmarcUploadBytes: 30 * 1024 * 1024,
  dmarcUploadFiles: 100,
  /** Max bytes of a TLS report over HTTPS, and reports of one client network. */
  dmarcTlsReportBytes: 4 * 1024 * 1024,
  dmarcTlsReportRate: { requests: 120, seconds: 60 },
  /** Max days of a range of figures of a sending domain. */
  dmarcRangeDays: 400,
  /** Max streams of mail (IP address, names and result) and rows of failing mail in the cache of classified sources of all domains. */
  dmarcCachedStreams: 100_000,
  /** Max report URIs of each kind in a generated DMARC record. */
  dmarcReportUris: 5,
  /** Hours between two checks of what a sending domain publishes. */
  dmarcCheckHours: 24,
  /** Max DKIM keys of a sending domain that the DNS history follows. */
  dmarcFollowedKeys: 50,
  /** Default days for which files of DMARC reports, their records, their totals, and failure reports are stored. */
  dmarcRawDays: 30,
  dmarcRecordDays: 396,
  dmarcTotalDays: 1826,
  dmarcFailureDays: 30,
  /** Max alerts of a sending domain, channels of an alert, and recipients of one of its channels. */
  dmarcAlerts: 20,
  dmarcAlertChannels: 5,
  dmarcAlertRecipients: 10,
  /** Minutes between two evaluations of an alert, and max incidents of one trigger that one evaluation opens. */
  dmarcAlertMinutes: 15,
  dmarcIncidentsAtOnce: 10,
  /** Seconds for a message to a chat. */
  dmarcMessageSeconds: 10,
  /** Days for which incidents that ended, and counts of rejected reports, are stored. */
  dmarcIncidentDays: 400,
  dmarcRejectionDays: 60,
  /** Days for which a removed record stays in the plans of the DMARC wizard. */
  dmarcPlanDays: 730,

  /** Max mailboxes with reports of a project, and runs of each that are listed. */
  mailboxes: 50,
  mailboxRuns: 50,
  /** Max messages that one run reads; the next run continues. */
  mailboxMessages: 200,
  /** Seconds for one step of an IMAP session, and for a token request. */
  imapStepSeconds: 30,
  /** Times that a process may end in the middle of one message before that is filed as rejected. */
  mailboxAttempts: 3,
  /** Max minutes between two attempts at a mailbox that fails. */
  mailboxRetryMinutes: 60,
  /** Max senders for AMP of a project, and their DKIM selectors. */
  ampSenders: 500,
  ampSelectors: 20,
  /** Max bytes of a message for a preflight, and of each of its parts in a request, characters. */
  ampMessageBytes: 5 * 1024 * 1024,
  ampPartLength: 1024 * 1024,
  /** Hours for which the one-time email address of a preflight accepts a message, and max addresses of a project at a time. */
  ampInletHours: 24,
  ampInlets: 100,
  /** Days for which preflights are stored. */
  ampPreflightDays: 90,
  /** Max URLs of an AMP part that a preflight requests, the timeout of each in milliseconds, and bytes of the response. */
  ampEndpoints: 20,
  ampEndpointMs: 8000,
  ampEndpointBytes: 512 * 1024,
  /** Days between two checks of what the domain of a sender for AMP publishes. */
  ampCheckDays: 7,
  /** Days after which a submitted registration without a decision is marked as overdue. */
  ampResponseDays: 7,
  /** Max days of age at which mail clients still show an AMP part. */
  ampMessageDays: 30,

  /** Max entries in the allow and block lists of a project, and in one request. */
  listEntries: 100_000,
  listEntriesAtOnce: 10_000,
  /** Max characters of the note of an entry. */
  listEntryNoteLength: 200,
  /** Days for which a reported bounce, complaint or delivery counts. */
  feedbackBounceDays: 90,
  feedbackComplaintDays: 365,
  feedbackDeliveryDays: 30,
  /** Max reports in one request, and characters of a reported SMTP reply. */
  feedbackAtOnce: 10_000,
  feedbackReplyLength: 2000,
  /** Max mailboxes that the comparison of verdicts with reports counts. */
  feedbackSummarized: 20_000,
  /** Days for which a project stores, by a keyed hash, when a mailbox last existed; counted from its last verification. */
  addressHistoryDays: 400,
  /** Max candidates that a search for an email address probes. */
  finderGuesses: 8,
  /** Max searches for email addresses that a project may make at one domain in a day. */
  finderSearchesPerDay: 50,

  /**
   * Max bytes of one DMARC or TLS report as it arrives: compressed, or as XML, JSON or text; and of a mail that contains
   * reports.
   */
  reportBytes: 25 * 1024 * 1024,
  reportMailBytes: 36 * 1024 * 1024,
  /** Max bytes of the reports of one input after decompression. */
  reportInflatedBytes: 512 * 1024 * 1024,
  /** Max ratio of decompression, above these bytes. */
  reportRatio: 200,
  reportRatioBytes: 10 * 1024 * 1024,
  /** Max entries of one archive, and attachments of one mail; and containers within each other. */
  reportEntries: 20,
  reportDepth: 4,
  /** Max mails of an mbox file with reports. */
  reportMails: 1000,
  /** Max bytes of a TLS report after decompression, which is parsed as a whole. */
  reportJsonBytes: 16 * 1024 * 1024,
  /**
   * Max records of an aggregate report that are kept until its policy, its metadata or its id is known, and their characters
   * as JSON.
   */
  reportPendingRecords: 10_000,
  reportPendingLength: 16 * 1024 * 1024,
  /** Max DKIM results, SPF results, overrides and errors that are listed for one record (RFC 9990: 100 DKIM results). */
  reportResults: 100,
  /** Max messages of one record. */
  reportCount: 1_000_000_000,
  /** Max days that one report covers. */
  reportDays: 92,
  /** Max characters of the id of a report, and of a domain in it. */
  reportIdLength: 500,
  reportDomainLength: 255,

  /** Max bytes of a message received by SMTP, and of all messages that are being received at the same time. */
  inboundMessageBytes: 36 * 1024 * 1024,
  inboundBufferBytes: 256 * 1024 * 1024,
  /** Max connections of the SMTP inlet, in all and of one IP address. */
  inboundConnections: 200,
  inboundConnectionsPerIp: 20,
  /** Max recipients of a message, and unknown ones after which a connection is closed. */
  inboundRecipients: 20,
  inboundUnknownRecipients: 10,
  /** Max Received fields of a message; more are a mail loop (RFC 5321 6.3). */
  inboundReceivedFields: 50,
  /** Milliseconds before the greeting of the SMTP inlet. */
  inboundGreetingMs: 200,
  /** Seconds after which a connection without input, and any connection, is closed. */
  inboundIdleSeconds: 60,
  inboundSessionSeconds: 1200,
  /** Messages that one process stores at the same time. */
  inboundAtOnce: 8,
  /** Seconds for SPF, DKIM and DMARC of the sender of a report. */
  inboundAuthenticationSeconds: 15,

  /** Seconds for a connection to the SMTP server of outgoing mail, for one of its replies, and for a whole delivery. */
  mailConnectSeconds: 15,
  mailCommandSeconds: 30,
  mailSeconds: 90,

  /** Max seconds before disclosures and uses of secrets without a transaction of their own are in the audit log. */
  auditNoteSeconds: 5,
  /**
   * Max audit notes that a process buffers while the database cannot be written; beyond it the oldest are lost, and logged.
   */
  auditNotesHeld: 10_000,
  /**
   * Request log: requests of one project and days for which they are stored, seconds until they are written, and max requests that a
   * process buffers until then. Of more, successful ones are left out, and then failed ones.
   */
  requestLogRows: 5000,
  requestLogDays: 7,
  requestLogSeconds: 2,
  requestLogHeld: 2000,
  /** Max rows of refusals of one project in the audit log in one minute; the rest are counted in one row. */
  auditRefusalRows: 60,
  /** Days for which an anchor of the audit log is stored; one anchor a day contains every chain. */
  auditAnchorDays: 90,

  /** Max tokens of the data in the result of an agent's tool, which contains it as structured content and as text. */
  agentResultTokens: 5400,
  /** Max characters of a text of third parties in such a result. */
  agentTextLength: 500,
  /** Seconds and bytes for which one process stores results of charged tool calls, so that the same call is free. */
  agentRepeatSeconds: 600,
  agentRepeatBytes: 8 * 1024 * 1024,
  /** Milliseconds that `svc mcp` waits for the scopes of its key before it offers every selected tool. */
  agentScopesMs: 2000,
  /** Requests of `svc mcp` to the service at the same time; further ones wait. */
  agentRequestsAtOnce: 32,
  /** Seconds after which a request of `svc mcp` fails. */
  agentRequestSeconds: 120,
} as const
