/**
 * The template itself: load, authorize, present, save. The other modules of this surface import it, never each other. It may
 * import the engines, storage, audit and the guard's caller.
 * Start at template.ts, then save.ts.
 */
export {
  DocumentBody,
  DocumentView,
  LintSummary,
  Locale,
  NoContent,
  Placement,
  RenderReport,
  GivenTags,
  Tags,
  Template,
  type UnsignedTemplate,
  TemplateParams,
  TemplateSource,
  TemplateType,
  VersionInBody,
  VersionInQuery,
  contentForms,
  contentMembers,
  formMembers,
  importForms,
} from './contract.ts'
export {
  type TemplateVisibility,
  accessIn,
  accessTo,
  checkAccess,
  guardIn,
  maySeeTemplates,
  refreshGuards,
  requireAccess,
  requireAccessIn,
  requireRelease,
  requireRemoval,
  templateVisibility,
  visibleGuards,
  visibleTemplateIds,
} from './access/access.ts'
export {
  type GrantRow,
  isOpenIn,
  isOpenTo,
  lockGuards,
  namesOpenTemplate,
  selectGrants,
  selectGuardIds,
  selectRestricted,
  updateGuard,
} from './access/store.ts'
export { type AssetUse, countAssetUses, selectTextsWithQuery } from './assets/store.ts'
export { addModuleAssets, pageAssetUses, requireEditOfAssetUsers } from './assets/uses.ts'
export { type Cache, createCache } from './cache.ts'
export { runRenderTask } from './rendering/render-in-thread.ts'
export { type Markup, cleanMarkup, cleaners, withCleaned, withStored } from './cleaning.ts'
export {
  type Content,
  type ContentInput,
  checkContentSize,
  cleanDocument,
  emptyDocument,
  readContent,
  refuseDocument,
} from './content.ts'
export {
  type ReadContentOutcome,
  type ReadContentTask,
  cleanDocumentApart,
  readContentApart,
  readContentNow,
} from './reading-apart.ts'
export {
  type LockHolder,
  type LockRequest,
  checkLock,
  holderId,
  isEditor,
  isHeldByEditor,
  isOwnLock,
  lockAgainst,
  lockOf,
  lockRequestOf,
  noLock,
} from './lock.ts'
export { type EditsSince, type SavedEdit, type SentEdit, editsSince, findEdit, recordEdit } from './history/edits.ts'
export { ContentChanges, compareContents, comparisonMembers } from './history/comparison.ts'
export { type Changes, type SaveNote, changesBetween, readVersion, recordVersion } from './history/history.ts'
export {
  type VersionRow,
  deleteVersions,
  selectNewest,
  selectVersion,
  selectVersions,
  updateVersion,
} from './history/store.ts'
export { wantsAmp, withCheckedAmp } from './rendering/amp.ts'
export { ImportReport } from './import-report.ts'
export {
  type ImportDeps,
  type ImportPlace,
  checkForms,
  importContent,
  importForm,
  importPlace,
} from './importing/import-content.ts'
export { type DocumentRenderOptions, renderExpanded, expandDocument } from './rendering/expand-document.ts'
export { type LintTask, lintNow, lintTemplate, withLint } from './lint.ts'
export { type LiquidTask, renderDocument } from './rendering/render-document.ts'
export {
  type Modules,
  type Origin,
  loadModules,
  loadModulesIn,
  noModules,
  readStamp,
  requireModules,
} from './modules/modules.ts'
export {
  type VersionChoice,
  type VersionedContent,
  checkSendable,
  loadContent,
  loadSendable,
  readChoice,
  readRelease,
} from './releases/releases.ts'
export { cancelScheduled, publishDraft, publishScheduled, rollBack, unpublish } from './publish.ts'
export { type FrozenDraft, freezeDraft, storeContent } from './releases/draft.ts'
export { mayBypassApproval } from './reviews/approval.ts'
export {
  type ReviewRow,
  deleteUnusedContents,
  insertReview,
  selectDecision,
  selectReleasesOf,
  selectReview,
  selectReviewedContent,
  selectReviews,
  updateReview,
} from './reviews/store.ts'
export { changePublished } from './save.ts'
export { type ReleaseContent, frozenModules } from './releases/content.ts'
export {
  type ReleaseRow,
  clearPublished,
  findApprovalPolicy,
  isPublishedByHand,
  selectRelease,
  selectReleases,
  selectScheduled,
  selectUnreleased,
} from './releases/store.ts'
export { findPublicIds, lockTemplate as findTemplateRecord } from './store.ts'
export { requireEditOfFollowers, requireEditOfInstances } from './modules/followers.ts'
export { findFolder, positionIn, requireFolder } from './folder/folder.ts'
export { selectBranch, selectFolderLine, selectFolderLines } from './folder/store.ts'
export { selectTemplateStates } from './states.ts'
export {
  type NewTemplate,
  type TemplateChanges,
  changeTemplate,
  createTemplate,
  eraseTemplate,
  moveTemplate,
  restoreTemplate,
  trashTemplate,
} from './save.ts'
export {
  type AuthorizedTemplate,
  authorize,
  authorizeMany,
  loadDocument,
  loadTemplate,
  presentTemplate,
} from './template.ts'
export { viewerOf } from './viewer.ts'
export { holdExternalId, holdExternalIdOf, requireFreeExternalId } from './external-id.ts'
export {
  type TemplateRecord,
  type TemplateRow,
  type Viewer,
  isFavorite,
  findDocument,
  readableBy,
  rowColumns,
  updateTemplate,
} from './store.ts'
export { isReachable } from './modules/store.ts'
export { type Starter, publicTemplateId, publishStarters } from './public/public.ts'
export { RecipientInQuery, findRecipient, listRecipientNames, loadRecipient } from './recipients/load.ts'
export {
  type RecipientRow,
  countRecipients,
  deleteRecipientRow,
  findRecipientNamed,
  insertRecipient,
  selectRecipients,
  updateRecipientRow,
} from './recipients/store.ts'
export { HtmlQuery, RenderedTemplate, renderTemplate } from './rendering/render-template.ts'
export { type SignImageUrls, withSignedImages } from './rendering/signed-images.ts'
export { type ThumbnailLink, type ThumbnailLinks, createThumbnailLinks, templateTag } from './thumbnail-links.ts'
export { eraseTemplatesOfUsers } from './store.ts'
export { purgeTrash } from './trash.ts'
export { repairGuards } from './access/repair.ts'
export { documentErrors, editErrors, importErrors } from './errors.ts'
