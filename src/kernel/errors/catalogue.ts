/** The four kinds of the spec's section 7; `rate_limit` stays in the type for clients that list it. */
export type ErrorType = 'validation' | 'auth' | 'network' | 'server' | 'rate_limit'

export type ErrorEntry = {
  /** HTTP status of the REST surfaces. */
  status: number
  type: ErrorType
  /** Whether the same caller can succeed by changing the call, waiting or signing in again. */
  recoverable: boolean
  message: string
  /** What the caller should do; printed in docs/errors.md. */
  remedy: string
  /** Raised by the browser SDK only, never sent by the server. */
  sdkOnly?: true
}

const entry = (
  status: number,
  type: ErrorType,
  recoverable: boolean,
  message: string,
  remedy: string,
  sdkOnly?: true,
): ErrorEntry => ({ status, type, recoverable, message, remedy, ...(sdkOnly ? { sdkOnly } : {}) })

/** Every error the service can answer with, one line each, grouped by what went wrong. */
export const catalogue = {
  // The request itself
  MALFORMED_BODY: entry(
    400,
    'validation',
    true,
    'The body is not valid JSON',
    'Send one JSON value in UTF-8 with Content-Type application/json.',
  ),
  MALFORMED_REQUEST: entry(
    400,
    'validation',
    true,
    'The request cannot be read',
    'Check the path, the query and the headers named in the detail.',
  ),
  ROUTE_NOT_FOUND: entry(404, 'validation', false, 'No such endpoint', 'See /docs for the list of operations.'),
  METHOD_NOT_ALLOWED: entry(
    405,
    'validation',
    false,
    'This path does not take that method',
    'Use one of the methods in the Allow header.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'validation',
    true,
    'The body has the wrong media type',
    'Send the media type that the operation documents.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'The body is too large',
    'Stay under the limit in the detail; see docs/limits.md.',
  ),
  VALIDATION_FAILED: entry(
    422,
    'validation',
    true,
    'The request does not fit the schema',
    'Correct the fields listed in issues.',
  ),
  INVALID_CURSOR: entry(
    422,
    'validation',
    true,
    'The cursor does not belong to this list',
    'Start again without a cursor; keep filters and sort unchanged between pages.',
  ),
  PRECONDITION_FAILED: entry(
    412,
    'validation',
    true,
    'The resource has changed since it was read',
    'Read it again, merge, and send the new ETag in If-Match.',
  ),
  IDEMPOTENCY_KEY_REUSED: entry(
    422,
    'validation',
    true,
    'This Idempotency-Key was used with another request',
    'Use a new key for a new request.',
  ),
  IDEMPOTENCY_IN_PROGRESS: entry(
    409,
    'server',
    true,
    'A request with this Idempotency-Key is still running',
    'Wait for the first answer, then repeat.',
  ),
  RATE_LIMIT_EXCEEDED: entry(429, 'server', true, 'Rate limit exceeded', 'Wait for the seconds in Retry-After.'),

  // Who is calling
  UNAUTHORIZED: entry(
    401,
    'auth',
    false,
    'The API key is missing, unknown, expired or revoked',
    'Send a valid key in the Svc-Api-Auth header.',
  ),
  PLUGIN_KEY_NOT_ACCEPTED: entry(
    401,
    'auth',
    false,
    'Plugin credentials are not an API key',
    'Use an API key (svc_ and 48 hexadecimal characters); svc_pk_ and svc_sk_ belong to the editor plugin.',
  ),
  FORBIDDEN: entry(
    403,
    'auth',
    false,
    'The key lacks the scope for this operation',
    'Use a key with the scope named in the detail.',
  ),
  SIGN_IN_FAILED: entry(
    401,
    'auth',
    true,
    'Wrong e-mail address or password',
    'Check both; svc users create makes an account.',
  ),
  SETUP_LINK_INVALID: entry(
    404,
    'auth',
    true,
    'The setup link is used, expired or unknown',
    'Run svc users create on the server instead.',
  ),
  CSRF_REJECTED: entry(
    403,
    'auth',
    true,
    'The request did not come from this console',
    'Reload the page and try again.',
  ),
  ORIGIN_NOT_ALLOWED: entry(
    403,
    'auth',
    false,
    'This origin is not on the project’s list',
    'Add the origin to the project’s allowed origins.',
  ),
  PLUGIN_AUTH_INVALID: entry(
    401,
    'auth',
    false,
    'Invalid plugin authentication',
    'Sign the token with the project’s Secret Key as section 5.2 of the interface says.',
  ),
  PLUGIN_AUTH_EXPIRED: entry(
    401,
    'auth',
    true,
    'Plugin authentication token expired',
    'Issue a new token; it lives 24 hours.',
  ),
  SESSION_EXPIRED: entry(404, 'auth', true, 'Session expired or not found', 'Call init again.'),
  INSUFFICIENT_CREDITS: entry(
    402,
    'validation',
    true,
    'Not enough credits',
    'Wait for the next period or raise the plan.',
  ),

  BATCH_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'There is no such batch',
    'List the batches of the project; results are deleted when they expire.',
  ),
  BATCH_FINISHED: entry(
    409,
    'validation',
    false,
    'The batch is finished',
    'There is nothing left to cancel; download the results.',
  ),
  BATCH_NOT_FINISHED: entry(
    409,
    'validation',
    true,
    'The batch is not finished',
    'Wait until it is completed, or ask for what there is with partial=true.',
  ),

  // Templates
  TEMPLATE_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Template not found',
    'Check the id; a deleted template can be restored for 30 days.',
  ),
  TEMPLATE_READ_ONLY: entry(
    403,
    'validation',
    true,
    'Public templates cannot be changed',
    'Duplicate it and change the copy.',
  ),
  TEMPLATE_NOT_IN_TRASH: entry(409, 'validation', false, 'The template is not in the trash', 'Nothing to restore.'),
  PERMISSION_DENIED: entry(
    403,
    'auth',
    false,
    'You may not do this with the template',
    'Ask somebody who manages it for the level named in the detail.',
  ),
  PERMISSION_NOT_FOUND: entry(404, 'validation', false, 'Grant not found', 'Check the id.'),
  CONTENT_LOCKED: entry(
    403,
    'validation',
    false,
    'The document locks what the change touches',
    'Leave the parts named in issues as they are, or have who manages the template unlock them.',
  ),
  VERSION_NOT_FOUND: entry(404, 'validation', false, 'Version not found', 'Check the id; old versions are forgotten.'),
  VERSION_PROTECTED: entry(
    409,
    'validation',
    true,
    'The current version and pinned versions cannot be deleted',
    'Save a newer version or unpin it first.',
  ),
  FOLDER_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Folder not found',
    'Check the id, or give a name to have it created.',
  ),
  FOLDER_CYCLE: entry(
    409,
    'validation',
    false,
    'A folder cannot be moved into itself',
    'Choose a folder that is not inside the one you move.',
  ),
  FOLDER_TOO_DEEP: entry(
    409,
    'validation',
    false,
    'The folders would nest too deep',
    'Choose a place nearer to the top; the detail names the limit.',
  ),
  MODULE_NOT_FOUND: entry(404, 'validation', false, 'Module not found', 'Check the id.'),
  MODULE_IN_USE: entry(
    409,
    'validation',
    true,
    'The module is in use',
    'Repeat with detach=true, or take its instances away first; GET /modules/{id}/usage names them.',
  ),
  MODULE_CYCLE: entry(
    409,
    'validation',
    false,
    'A module cannot hold itself',
    'Take the instance out that leads back to it.',
  ),
  MODULE_TOO_DEEP: entry(
    409,
    'validation',
    false,
    'The modules would nest too deep',
    'Put the content in directly; the detail names the limit.',
  ),
  DOCUMENT_INVALID: entry(
    422,
    'validation',
    true,
    'The email document is not valid',
    'Correct the places listed in issues.',
  ),
  DOCUMENT_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'The email document is too large',
    'Stay under 1 MB of JSON and 5,000 nodes.',
  ),
  MJML_INVALID: entry(
    422,
    'validation',
    true,
    'The MJML cannot be read',
    'Send one mjml element with a mj-body, within the limits that the detail names.',
  ),
  DRAWING_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email is too complex to be drawn as a picture',
    'Use fewer nested tables, elements or large pictures.',
  ),
  DESIGN_UNKNOWN: entry(
    422,
    'validation',
    true,
    'The design is of no editor that is known',
    'Send the JSON that Unlayer or Beefree saves, or the HTML that the editor exports.',
  ),
  IMPORT_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email takes too long to import',
    'Send a shorter or simpler one, or write it as a document.',
  ),
  RENDER_TOO_LARGE: entry(
    422,
    'validation',
    true,
    'The rendered email is too large',
    'Shorten the document or its data; the limit is 2 MB of HTML.',
  ),
  DATA_INVALID: entry(
    422,
    'validation',
    true,
    'The data does not fit the template’s fields',
    'Give every required field listed in issues.',
  ),
  LIQUID_INVALID: entry(
    422,
    'validation',
    true,
    'The Liquid of an HTML block cannot be filled in',
    'Correct the tags named in issues; see docs/data.md for what HTML blocks may hold.',
  ),
  AMP_INVALID: entry(
    422,
    'validation',
    true,
    'The AMP part is not valid',
    'Change the nodes that the issues name, or export without strict: then they are warnings.',
  ),
  REVISION_CONFLICT: entry(
    409,
    'validation',
    true,
    'Someone else saved a newer revision',
    'Read the template again and repeat the change.',
  ),
  LOCKED: entry(
    423,
    'validation',
    true,
    'The template is locked by someone else',
    'Wait until the time in the body, or ask the holder.',
  ),

  // Exports
  EXPORT_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export not found',
    'Check the id; exports are kept for the time in expires_at.',
  ),
  EXPORT_TOO_LARGE: entry(
    422,
    'validation',
    true,
    'The exported files are too large',
    'Export fewer templates, or leave images on the CDN with options.images "absolute".',
  ),
  EXPORT_IMAGE_MISSING: entry(
    422,
    'validation',
    true,
    'An image of the email cannot be packed',
    'Upload the images that the issues name, or leave options.strict out: a grey picture stands for them then.',
  ),
  EXPORT_TARGET_UNKNOWN: entry(
    422,
    'validation',
    true,
    'There is no such export target',
    'Use an id of GET /export/formats.',
  ),
  EXPORT_TARGET_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export target not found',
    'Check the id; the built-in targets are in GET /export/formats and cannot be changed.',
  ),
  EXPORT_TARGET_EXISTS: entry(
    409,
    'validation',
    true,
    'There is an export target of this id already',
    'Choose another id, or change the one that is there.',
  ),
  EXPORT_NOT_EXPRESSIBLE: entry(
    422,
    'validation',
    true,
    'The export target has no words for something in the email',
    'Change what the issues name, or leave options.strict out and read the warnings.',
  ),
  CONNECTION_NOT_FOUND: entry(404, 'validation', false, 'Connection not found', 'Check the id.'),
  PUSH_NOT_FOUND: entry(404, 'validation', false, 'Push not found', 'Check the id; pushes are kept for 30 days.'),
  LINK_EXPIRED: entry(410, 'validation', true, 'The temporary link has expired', 'Ask for a new one.'),
  LINK_INVALID: entry(403, 'auth', false, 'The link’s signature is not valid', 'Use the link exactly as it was given.'),
  RANGE_NOT_SATISFIABLE: entry(
    416,
    'validation',
    true,
    'The file has no bytes in that range',
    'Ask for a range within the length in Content-Range, or for the whole file.',
  ),
  FILE_NOT_FOUND: entry(404, 'validation', false, 'File not found', 'Check the address.'),

  // Assets
  ASSET_NOT_FOUND: entry(404, 'validation', false, 'Asset not found', 'Check the id.'),
  ASSET_INVALID: entry(
    422,
    'validation',
    true,
    'The file cannot be taken as an asset',
    'The detail says what is wrong with it: save or export it again, or make it smaller.',
  ),
  ASSET_IN_USE: entry(
    409,
    'validation',
    true,
    'The asset is in use',
    'Repeat with force=true, or take it out of the documents first; GET /assets/{id}/usage names them.',
  ),
  UPLOAD_NOT_FOUND: entry(
    404,
    'validation',
    true,
    'Nothing was uploaded under this id',
    'PUT the bytes to the upload address first, or ask for a new one: it is valid for an hour.',
  ),
  FETCH_FAILED: entry(
    422,
    'validation',
    true,
    'The address could not be fetched',
    'Check that it is a public https address that answers 200 with the file; the detail says what came instead.',
  ),
  TRANSFORM_INVALID: entry(
    422,
    'validation',
    true,
    'The picture cannot be made that way',
    'Correct the parameters named in the detail.',
  ),
  IMAGES_BUSY: entry(
    503,
    'server',
    true,
    'Too many pictures are being made at the moment',
    'Repeat after the seconds in Retry-After.',
  ),

  // Webhooks
  WEBHOOK_NOT_FOUND: entry(404, 'validation', false, 'Webhook not found', 'Check the id.'),
  WEBHOOK_DISABLED: entry(
    409,
    'validation',
    true,
    'The webhook is disabled',
    'Enable it with PUT /webhooks/{id} and "enabled": true, then repeat.',
  ),
  DELIVERY_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Delivery not found',
    'Check the id; deliveries stay in the log for 90 days.',
  ),
  EVENT_EXPIRED: entry(
    409,
    'validation',
    false,
    'The event is no longer kept',
    'What was to be sent is gone after 30 days; read the resource itself.',
  ),

  // Jobs
  JOB_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Job not found',
    'Check the id; finished jobs are kept for some days. The API key needs the scope of what the job does.',
  ),
  JOB_FINISHED: entry(409, 'validation', false, 'The job has finished', 'Read its result; there is nothing to cancel.'),

  // Projects and keys
  PROJECT_NOT_FOUND: entry(404, 'validation', false, 'Project not found', 'Check the id.'),
  KEY_NOT_FOUND: entry(404, 'validation', false, 'API key not found', 'Check the id.'),
  NAME_TAKEN: entry(409, 'validation', true, 'The name is already in use', 'Choose another name.'),
  LIMIT_REACHED: entry(
    409,
    'validation',
    true,
    'A limit is reached',
    'Remove what is no longer needed; the detail names the limit.',
  ),

  // The service
  NOT_CONFIGURED: entry(
    501,
    'server',
    false,
    'This optional part is not configured',
    'The detail names the setting an operator has to give.',
  ),
  STORAGE_FULL: entry(
    507,
    'server',
    true,
    'The disk is full; reads still work',
    'Free space on the data directory’s disk, then repeat.',
  ),
  SERVICE_UNAVAILABLE: entry(
    503,
    'server',
    true,
    'The service is starting, stopping or cannot reach its storage',
    'Repeat after the seconds in Retry-After.',
  ),
  INTERNAL: entry(500, 'server', true, 'Internal error', 'Repeat later; quote the request id when you report it.'),

  // Plugin and SDK (spec section 7)
  INVALID_CONFIG: entry(
    400,
    'validation',
    true,
    'Invalid plugin configuration',
    'Give pluginId, emailId and getAuthToken.',
    true,
  ),
  INVALID_FORMAT: entry(400, 'validation', true, 'Invalid export format', 'Use html, zip or pdf.'),
  INVALID_ARGS: entry(
    400,
    'validation',
    true,
    'Invalid arguments: html and css must be strings',
    'Pass two strings.',
    true,
  ),
  SAVE_FAILED: entry(500, 'server', true, 'Failed to save template', 'Repeat; content must be under 1 MB.'),
  EXPORT_FAILED: entry(500, 'server', true, 'Failed to export template', 'Repeat.'),
  IFRAME_LOAD_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor iframe load timeout (30s)',
    'Check that the editor’s address is reachable and allowed by the page’s CSP.',
    true,
  ),
  POSTMESSAGE_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor response timeout',
    'Repeat; the editor answers within 10 seconds.',
    true,
  ),
  TOKEN_UNAVAILABLE: entry(
    401,
    'auth',
    true,
    'The host page gave no token',
    'See what getAuthToken does; it is asked again with the next call.',
    true,
  ),
  NOT_INITIALIZED: entry(400, 'network', true, 'Plugin not initialized. Call init() first.', 'Call init first.', true),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof catalogue
