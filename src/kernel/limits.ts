/** Requests allowed per window of so many seconds. */
export type Rate = { readonly requests: number; readonly seconds: number }

/** Every limit of the product, once. Docs (docs/limits.md) and messages read from here; a test holds them together. */
export const limits = {
  /** Largest request body of the JSON surfaces, bytes. Bodies above it are answered 413 before they are read whole. */
  requestBodyBytes: 6 * 1024 * 1024,
  /** Bytes of a request body that are read without waiting. Larger bodies share the memory below and the event loop. */
  inlineBodyBytes: 64 * 1024,
  /**
   * Bytes of the larger bodies that one process holds at one time, from before they are read until their requests are
   * answered, and those of one project. Of an upload, which is stored while it arrives, `uploadBodyBytes` count.
   */
  bodyBytes: 64 * 1024 * 1024,
  bodyBytesOfProject: 32 * 1024 * 1024,
  uploadBodyBytes: 512 * 1024,
  /** Bytes of these that are kept for projects which send few large bodies. */
  bodyBytesReserved: 12 * 1024 * 1024,
  /**
   * Requests of one project whose bodies wait for that memory without being read, and seconds that each waits; more are
   * refused with 429 and Retry-After.
   */
  queuedBodies: 128,
  queuedBodySeconds: 15,
  /**
   * Requests with such bodies whose callers close the connection before the response, within so many seconds; further ones of the
   * project, or of the network of an anonymous caller, are refused with 429 and Retry-After.
   */
  abandonedBodies: 32,
  abandonedBodySeconds: 60,
  /** Bytes a second that a larger body must arrive with on average, after so many seconds. */
  bodyBytesPerSecond: 1024,
  bodyGraceSeconds: 30,
  /** Longest accepted request target (path and query), bytes. */
  requestTargetBytes: 8 * 1024,
  /** Bytes from which a text answer is compressed for callers that take it, and characters above which that happens in a thread. */
  packBytes: 4096,
  packInlineLength: 32 * 1024,
  /** Fixed pages and files that one process keeps compressed. */
  packedPages: 64,

  /** Deepest nesting of a JSON body. */
  jsonDepth: 64,

  /**
   * Seconds after which a connection without traffic is closed. Every deadline below of storage and blobs is shorter, so that a
   * caller gets 503 with Retry-After and not a closed connection.
   */
  httpIdleSeconds: 60,
  /** Seconds to open a connection to Postgres. */
  postgresConnectSeconds: 5,
  /** Seconds that a call waits for a free connection to Postgres. */
  postgresQueueSeconds: 10,
  /** Seconds that a statement waits for a lock (`lock_timeout`); migrations are exempt. */
  postgresLockSeconds: 10,
  /** Seconds that one statement may take (`statement_timeout`); migrations are exempt. */
  postgresStatementSeconds: 20,
  /** Seconds that a transaction may stand idle (`idle_in_transaction_session_timeout`): then a frozen process holds no lock. */
  postgresIdleTransactionSeconds: 20,
  /**
   * How often a transaction on Postgres is attempted that fails because of others (serialization failure, deadlock), and seconds
   * after its beginning from which on it is not attempted again.
   */
  postgresAttempts: 8,
  postgresAttemptSeconds: 15,
  /** Seconds without any answer from Postgres after which a connection with running statements is discarded. */
  postgresSilenceSeconds: 25,
  /** Seconds after which an idle connection is tried before it is used, and seconds that this may take. */
  postgresIdleSeconds: 5,
  postgresProbeSeconds: 2,
  /** Seconds between the notifications that a process sends to itself, and after which a missing one counts as lost: the listening connection is replaced. */
  postgresHeartbeatSeconds: 8,
  /** Hours between two searches for damaged pages in a SQLite database, and seconds that one may take. */
  databaseCheckHours: 24,
  databaseCheckSeconds: 900,
  /** Seconds that one attempt of a call to the bucket may take, and all attempts together. */
  blobAttemptSeconds: 15,
  blobCallSeconds: 30,
  /** The same after a call that got no answer, until one does: nobody queues behind a bucket that hangs. */
  blobProbeSeconds: 5,
  /** Seconds without a byte after which a file from the bucket is given up. */
  blobSilenceSeconds: 20,

  /** Bytes of HTML and CSS together, in UTF-8, under which they are saved on every auth scheme. */
  contentBytes: 1024 * 1024,
  /** Largest email document, or module, as compact JSON, bytes: twice the content, whose quotes JSON escapes, and space for the rest. */
  documentBytes: 2.25 * 1024 * 1024,
  /** Nodes in one document. */
  documentNodes: 5000,
  /** Characters of HTML and CSS up to which content is cleaned at once; more is cleaned in a worker. */
  cleanInlineLength: 1024,
  /** Characters of a document, all texts together, up to which it is read at once; a longer one is read in a worker. */
  readInlineLength: 128 * 1024,
  /** Milliseconds for reading and cleaning one document, or the HTML and CSS of one request; a busy machine takes some of it. */
  cleanMs: 25_000,
  /** Columns in one section. */
  sectionColumns: 6,
  /** Text of one rich-text value, bytes of UTF-8. */
  richTextBytes: 1024 * 1024,
  /** What one paste may add to a text in the editor, bytes of JSON. */
  pasteBytes: 64 * 1024,
  /** Nesting of lists in rich text. */
  richTextListDepth: 3,
  /** Items one loop renders, unless its own limit is lower; more in the data are a warning `LOOP_TRUNCATED`. */
  loopItems: 1000,
  /** Loops inside loops. */
  loopDepth: 3,
  /** Nesting of a display condition. */
  conditionDepth: 8,
  /** Characters of MJML that are read, its elements, and how deep they are in each other. */
  mjmlLength: 2 * 1024 * 1024,
  mjmlElements: 20_000,
  mjmlDepth: 200,
  /** Bytes of rendered HTML; a larger result is refused. */
  renderBytes: 2 * 1024 * 1024,
  /** Rounds that all loops of one rendering make together. */
  renderRounds: 100_000,
  /** Characters of HTML in a document, or of data, up to which an email is rendered at once; else it is rendered in a worker. */
  renderInlineLength: 32 * 1024,
  /** Milliseconds for rendering one email in a worker. */
  renderMs: 25_000,
  /** Gmail cuts a message off after this many bytes of HTML. */
  gmailClipBytes: 102_400,
  /** Gmail ignores a style element larger than this. */
  gmailStyleBytes: 16 * 1024,
  /** Largest AMP part that mail clients take, bytes (amp.dev, AMP for Email format). */
  ampBytes: 200_000,
  /** Largest style element of an AMP part, bytes. */
  ampStyleBytes: 75_000,
  /** Milliseconds for validating one AMP part. */
  ampCheckMs: 15_000,
  /** Longest HTML, style sheet or MJML that is imported without being stored, characters. */
  importBytes: 2 * 1024 * 1024,
  /** Characters up to which an email is imported at once; longer ones go to a worker. */
  importInlineBytes: 1024,
  /** Characters of HTML that becomes native blocks; longer HTML stays one HTML block. */
  importBlocksLength: 512 * 1024,
  /** Milliseconds for importing one email. */
  importMs: 10_000,
  /** Images written into an email that importing it makes assets of. */
  importImages: 50,
  /** Largest `data` object of one rendering, bytes. */
  dataBytes: 1024 * 1024,
  /** Milliseconds for one piece of authored Liquid, and for all of one email before the thread that fills them is ended. */
  liquidMs: 1500,
  liquidEmailMs: 4500,
  /** What one piece of authored Liquid may make in lists and texts on its way: items and characters together. */
  liquidUnits: 5_000_000,
  /** Pieces of authored Liquid that one email renders, each round of a loop counted. */
  liquidPieces: 2000,
  /**
   * Documents of stored templates that a process keeps for rendering them again, and their bytes as JSON together; what a rendering
   * caches of one takes about fifteen times as much memory.
   */
  keptDocuments: 300,
  keptDocumentsBytes: 3 * 1024 * 1024,
  /** Operations in one call. */
  operations: 1000,
  /** Depth of modules inside modules. */
  moduleDepth: 3,
  /** Modules of one project, versions of one, and slots in one. */
  modules: 2000,
  moduleVersions: 1000,
  moduleSlots: 50,
  /** Different modules that one email shows, and their bytes as JSON together. */
  modulesShown: 100,
  modulesShownBytes: 25 * 1024 * 1024,
  /** Templates whose instances one call syncs or detaches; for more there is a job. */
  moduleTemplates: 50,
  /** Templates that one sync may name. */
  moduleSyncIds: 10_000,

  /** Characters of a name: template, folder, project, key. */
  nameLength: 200,
  /** Tags on one template and characters of each. */
  tags: 50,
  tagLength: 64,
  /** Characters of a search query. */
  searchLength: 200,
  /** Folders of one project, and their depth. */
  folders: 5000,
  folderDepth: 20,
  /** Ids in one bulk call. */
  bulkIds: 1000,
  /** Items of one page, and when the caller does not say. */
  pageMax: 100,
  pageDefault: 25,
  /** Grants on one template or folder. */
  grants: 200,
  /** Versions of one template that nobody named or pinned, by plan; the oldest go first. */
  versions: { free: 20, pro: 100, business: 300, enterprise: 1000 },
  /** Days for which the browser keeps edits that could not be saved, and the characters of JSON that one window may keep. */
  keptEditsDays: 30,
  keptEditsLength: 2_000_000,
  /** Saves of one template whose operations are cached, so that later editors can be determined them. */
  editsKept: 200,
  /** Seconds between two autosaves that fold into one version, and seconds that one such version spans at most. */
  versionQuietSeconds: 300,
  versionSpanSeconds: 1800,
  /** Seconds an editing lock lasts unless it is renewed: by default, at least and at most. */
  lockSeconds: 120,
  lockSecondsMin: 10,
  lockSecondsMax: 3600,
  /** Seconds without a key or a press after which an open editor releases its lock. */
  lockIdleSeconds: 300,
  /** Seconds between two requests of a visible editor for the state of the lock and the revision. */
  lockPollSeconds: 5,
  /** Days a deleted template stays in the trash. */
  trashDays: 30,

  /** Bytes of one asset: an image, and any other file. */
  imageBytes: 20 * 1024 * 1024,
  fileBytes: 50 * 1024 * 1024,
  /** Bytes of one SVG, which is rendered from its text. */
  svgBytes: 2 * 1024 * 1024,
  /** Pixels of one image: larger ones are refused before they are decoded. */
  imagePixels: 40_000_000,
  /** Images of one animation. */
  imageFrames: 500,
  /** Bytes that the assets of a company take together, by plan; null is unlimited. */
  assetBytes: { free: 104_857_600, pro: 5_368_709_120, business: 53_687_091_200, enterprise: null },
  /** Characters of the alternative text of an asset. */
  altLength: 1000,
  /** Seconds within which an asset is fetched from an address, and redirects that are followed. */
  assetFetchSeconds: 30,
  assetFetchRedirects: 3,
  /** Seconds that the address of an upload straight into the bucket stays valid. */
  uploadLinkSeconds: 3600,
  /** Uploads straight into the bucket that a project may have begun and not completed, and bytes of all whose URL still works. */
  openUploads: 1000,
  openUploadBytes: 50 * 1024 * 1024 * 1024,
  /** Hours that bytes which no asset or export refers to are left alone: what they belong to may be on its way. */
  orphanHours: 24,
  /** Bytes of images made of assets that are kept, so that they are not made again; the oldest go first. */
  variantBytes: 2 * 1024 * 1024 * 1024,
  /** The same in the memory of one process. */
  variantCacheBytes: 64 * 1024 * 1024,
  /**
   * Images in so many seconds that are made under /cdn for one IP address (IPv6: /64) without a signed URL, unless the setting
   * says otherwise, and what one countdown counts as. Images that are cached do not count.
   */
  cdnRenders: 20,
  cdnRenderSeconds: 10,
  cdnCountdownCost: 2,
  /** Seconds for which one rendering of a countdown is served to everyone; the shorter one near its end, where it shows seconds. */
  countdownSeconds: 60,
  countdownFinalSeconds: 10,
  /** Variants of one image that URLs without a signature can request. */
  unsignedVariants: 3100,
  /** Crops and backgrounds of one image, once served without a signature for a document, that are served when it is gone. */
  keptImageQueries: 100,
  /** Bytes of rendered countdowns in the memory of one process; the least recently used go first. */
  countdownCacheBytes: 32 * 1024 * 1024,
  /** Seconds that a signed address of an image stays valid at most. */
  imageLinkSecondsMax: 31_536_000,
  /** Seconds that the inspection or transformation of one image may take. */
  imageSeconds: 20,
  /** The same for an SVG, whose rendering may be made to take for ever. */
  svgSeconds: 8,

  /** Templates that one call may name for an export. */
  exportIds: 1000,
  /** Templates in one synchronous export; more are queued. */
  exportTemplates: 5,
  /** Templates whose files are kept one by one; those of more are one archive. */
  exportFiles: 100,
  /** Images packed with one email. */
  exportImages: 200,
  /** Bytes of one image of another host, and of all images of one email. */
  exportImageBytes: 5 * 1024 * 1024,
  exportImagesBytes: 32 * 1024 * 1024,
  /** Seconds that one image of another host may take, and all of one email. */
  exportImageSeconds: 10,
  exportImagesSeconds: 30,
  /** Bytes of the files of one export before they are packed: answered at once, and made in the background. */
  exportBytes: 32 * 1024 * 1024,
  exportArchiveBytes: 2 * 1024 * 1024 * 1024,
  /** Bytes of input above which a PDF, PNG or ZIP is made in the background. */
  exportNowBytes: 1_000_000,
  /** Pixels across of an email exported as PNG, and the most pixels that it may have. */
  exportPngWidth: { min: 64, max: 2560 },
  exportPngPixels: 32_000_000,
  /** Pages that a PDF may have. */
  exportPdfPages: 500,
  /** Points around an email on the pages of a PDF at most. */
  exportMargin: 144,
  /** Seconds that rendering one exported email may take. */
  exportRenderSeconds: 30,
  /** Warnings that an export answers, and that the README of an archive lists; of more they say how many. */
  exportWarnings: 200,
  exportReadmeWarnings: 10_000,
  /** Milliseconds for looking one email over; none takes nearly as long. */
  lintMs: 20_000,
  /** Milliseconds for inlining the CSS of one exported page and minifying it. */
  compactMs: 15_000,
  /** Milliseconds for finding the image URLs of one exported page, or replacing them. */
  imagesMs: 10_000,
  /** Hours an export and its files are kept. */
  exportHours: 24,
  /** Export targets of a project's own. */
  exportTargets: 50,
  /** Connections of one project. */
  connections: 50,
  /** Templates of one connection that are listed. */
  connectionTemplates: 1000,
  /** Seconds that one request to a provider may take, and bytes of its answer. */
  pushSeconds: 30,
  pushAnswerBytes: 4 * 1024 * 1024,
  /** Longest wait that a provider may request between two attempts, minutes. */
  pushRetryMinutes: 60,
  /** Pushes at once in one process; to one connection there is one at a time. */
  pushesInFlight: 8,
  /** Days that a push stays in the log. */
  pushDays: 30,
  /** Seconds a signed download link stays valid. */
  downloadLinkSeconds: 3600,

  /** Projects of one company that are not deleted. */
  projects: 500,
  /** API keys of one project that are not revoked. */
  apiKeys: 100,
  /** Seconds the key from before a rotation works, unless the call says otherwise, and at most. */
  keyGraceSeconds: 86_400,
  keyGraceSecondsMax: 604_800,
  /** Hours an Idempotency-Key is cached, and its length in characters. */
  idempotencyHours: 24,
  idempotencyKeyLength: 255,
  /** Allowed origins of one project. */
  allowedOrigins: 100,
  /** Minutes the one-time setup link is valid. */
  setupLinkMinutes: 30,
  /** Hours a console session lasts without use. */
  consoleSessionHours: 12,
  /** Characters of a console password. */
  passwordMin: 12,
  passwordMax: 200,

  /** Webhooks of one project. */
  webhooks: 50,
  /** Addresses besides those that one project is called back at. One that no kept result needs any more is forgotten. */
  callbackAddresses: 200,
  /** Characters of the address of a webhook, and of its description. */
  webhookUrlLength: 2048,
  webhookDescriptionLength: 500,
  /** Secrets of one webhook that sign at the same time. */
  webhookSecrets: 5,
  /** Seconds that a webhook's older secret goes on signing after a rotation: the longest, and unless the caller says. */
  webhookGraceSecondsMax: 604_800,
  webhookGraceSeconds: 86_400,
  /** Days that an event is kept, and with it what a repeated delivery sends. */
  eventDays: 30,
  /** Days that a delivery and its attempts stay in the log. */
  deliveryDays: 90,
  /** Seconds within which a receiver of webhooks has to answer, body included. */
  webhookTimeoutSeconds: 15,
  /** Deliveries to one webhook at once, over all replicas. */
  webhookConcurrency: 8,
  /** Deliveries in flight in one process. Those to slow webhooks use at most half of it. */
  webhooksInFlight: 512,
  /** Bytes of an answer that the delivery log keeps. */
  webhookExcerptBytes: 1024,
  /** Longest `Retry-After` of a receiver that is honored, hours. */
  webhookRetryAfterHours: 24,
  /** Days of nothing but failures after which a webhook is disabled. */
  webhookFailingDays: 5,

  /** Event streams of one project that are open at once in one process. */
  eventStreams: 100,
  /** Minutes after which an event stream ends; the client connects again. */
  eventStreamMinutes: 60,
  /** Seconds of silence after which an event stream sends a comment, so that nothing on the way gives it up. */
  eventHeartbeatSeconds: 15,

  /** Elements of a page that are laid out for an image; what comes after them is left out. */
  layoutElements: 20_000,
  /** Nesting of elements in a page that is laid out; what is deeper is left out. */
  layoutDepth: 256,
  /** Characters of text in it; what comes after them is left out. */
  layoutText: 400_000,
  /** Pixels of all images of an email that is rendered, together; beyond that they leave a gray box. */
  layoutPixels: 60_000_000,
  /** Pixels across of a thumbnail. */
  thumbnailWidth: { min: 64, max: 1280 },
  /** Most pixels down of a thumbnail; what is below is cut off. */
  thumbnailHeight: 4096,
  /** Images of an email that are fetched for a thumbnail. */
  thumbnailImages: 40,
  /** Bytes of one image of another host, and of all together. */
  thumbnailImageBytes: 4 * 1024 * 1024,
  thumbnailImagesBytes: 16 * 1024 * 1024,
  /** Seconds that fetching them may take. */
  thumbnailFetchSeconds: 5,
  /** Seconds that rendering may take. */
  thumbnailSeconds: 15,
  /** Thumbnails of all projects that one process renders at one time; others wait, see `queuedTasks`. */
  thumbnailsAtOnce: 8,
  /** Days that a rendered thumbnail is kept, and bytes that all of them may have. */
  thumbnailDays: 30,
  thumbnailsBytes: 1024 * 1024 * 1024,

  /**
   * Pieces of work of one project, or of all anonymous callers, that wait in one process for a thread, a browser or another
   * shared resource, and bytes of their input; more is refused with 429 or 503 and Retry-After.
   */
  queuedTasks: 64,
  queuedBytesOfPartition: 96 * 1024 * 1024,
  /** The same bytes of all projects together. */
  queuedBytes: 256 * 1024 * 1024,
  /** Seconds that such work waits at most; what would wait longer is refused at once, as far as one can tell. */
  queueSeconds: 40,

  /** Seconds granted to running requests on SIGTERM. */
  drainSeconds: 10,
  /**
   * Seconds for which the event loop may be blocked before the watchdog ends the process. No more than `drainSeconds`, so that
   * SIGTERM ends a blocked process within them.
   */
  blockedLoopSeconds: 10,
  /** Seconds an API key is trusted without asking storage again. */
  keyCacheSeconds: 5,

  /** Requests in so many seconds for the calls that host pages make for one end user. */
  pluginRequests: 100,
  pluginWindowSeconds: 900,
  /** So many times the rate of one end user (`SVC_PLUGIN_RATE_LIMIT`) for all end users of a project together. */
  pluginProjectUsers: 50,
  /** Hours for which a token may be signed. */
  pluginTokenHours: 24,
  /** Checks of a plugin configuration by the SDK, whose frame was refused, per IP address (IPv6: /64) and window. */
  pluginChecks: 60,
  pluginCheckWindowSeconds: 60,
  /**
   * The editor demo, whose visitors have no account. In all: emails, saved modules, assets and their bytes. Where the project of
   * the demo is full, a save is refused with LIMIT_REACHED.
   */
  demoEmails: 200,
  demoModules: 200,
  demoAssets: 500,
  demoAssetBytes: 100 * 1024 * 1024,
  /** Uploads, their bytes and saved modules of one visitor to the demo. */
  demoUploads: 10,
  demoUploadBytes: 10 * 1024 * 1024,
  demoModulesOfVisitor: 10,
  /** So many times the rate of one visitor (SVC_PLUGIN_RATE_LIMIT, `editorRequests`) for all visitors to the demo together. */
  demoProjectUsers: 10,
  /** Exports and previews of one visitor to the demo in an hour, and of all visitors. */
  demoFiles: 30,
  demoFilesOfAll: 150,
  /** New visitors to a public demo in an hour, by client network. */
  demoVisitors: 20,
  /** Hours after which emails, modules and assets of visitors to a public demo are deleted; emails and modules count from their last change. */
  demoHours: 24,
  /** Characters of an ES-PLUGIN-AUTH token. */
  pluginTokenLength: 4096,
  /**
   * Uploads of one end user of an embedded editor, within 24 hours and in all, and their bytes; a project may set others
   * (`end_users`).
   */
  endUserUploadsPerDay: 500,
  endUserUploadBytesPerDay: 500 * 1024 * 1024,
  endUserUploads: 10_000,
  endUserUploadBytes: 5 * 1024 * 1024 * 1024,
  /** Modules that one end user may save; a project has `modules` in all. */
  endUserModules: 200,
  /** Seconds a session id still works after it was refreshed, for a save that is on its way. */
  sessionGraceSeconds: 30,
  /** Characters of the host's own id of an email. */
  emailIdLength: 200,
  /** Bytes of the host's style sheet for the editor. */
  customCssBytes: 64 * 1024,
  /** Milliseconds that reading it may take. */
  customCssMs: 10_000,
  /** Requests of open editors (autosave, versions, assets) per user and window, and per project, beside the plugin API's own rate. */
  editorRequests: 600,
  editorProjectRequests: 30_000,
  editorWindowSeconds: 60,
  editorSessionSeconds: 3600,
  previewLinkSeconds: 3600,
  pluginContextCacheSeconds: 300,
  /** REST API default rate per project. */
  apiRequests: 600,
  apiWindowSeconds: 60,
  /** Longest window of a rate that a project sets for itself, seconds. */
  ownRateSecondsMax: 86_400,
  /** IP addresses (IPv6: /64) whose unauthenticated requests one process counts for one limit; the oldest count goes first. */
  clientBuckets: 50_000,
  /** Milliseconds that a call waits for what other replicas counted, when this one has had no calls of its project for a while. */
  rateExchangeMs: 1000,
  /** Verification credits a month by plan; null is unlimited. */
  credits: { free: 5, pro: 250, business: 2500, enterprise: null },
  /** Minutes after which credits that were set aside for a call go back, when the process that answered it is gone. */
  creditHoldMinutes: 15,
  /** Characters of a text that is to be verified as an address. */
  addressTextLength: 1000,
  /** Seconds that one verification may take while the caller waits. */
  verifySeconds: 50,
  /** Addresses of one batch. */
  batchAddresses: 10_000,
  /** Rows and bytes of an uploaded file of addresses. */
  batchFileRows: 100_000,
  batchFileBytes: 10 * 1024 * 1024,
  /** Batches that one process works on at one time. Where more wait, they take turns of so many seconds. */
  batchesAtOnce: 16,
  batchTurnSeconds: 60,
  /** Addresses of all batches that one process examines at one time. */
  batchAtOnce: 1200,
  /**
   * Addresses of one batch that are examined at one time whose mail servers are one provider’s, and of one domain, which has one
   * session at a time: some are requested together and the next are ready, so that many domains have their turn and a slow one
   * holds up nobody.
   */
  batchAtOnceOfProvider: 12,
  batchAtOnceOfDomain: 3,
  /** Days from its end on that the results of a batch are kept, and days after those that it is known what became of it. */
  batchDays: 30,
  batchRecordDays: 365,
  /** Hours that what was found of an address answers for it again, at no cost. */
  verificationCacheHours: 24,
  /** Days that a project caches, by a keyed hash, when a mailbox was last there; counted from its last verification. */
  addressHistoryDays: 400,
  /** Guesses that a search for an address asks mail servers about. */
  finderGuesses: 8,
  /** Searches for addresses that a project may make at one domain in a day. */
  finderSearchesPerDay: 50,

  /** Seconds until disclosures and uses of secrets that have no transaction of their own are in the audit log. */
  auditNoteSeconds: 5,
  /** Audit notes that a process holds while the database cannot be written; the oldest beyond it are lost, and logged. */
  auditNotesHeld: 10_000,
  /** Rows that the refusals of one project take in the audit log in one minute; the rest are counted in one row. */
  auditRefusalRows: 60,
  /** Days that an anchor of the audit log is kept; one a day holds every chain. */
  auditAnchorDays: 90,
} as const
