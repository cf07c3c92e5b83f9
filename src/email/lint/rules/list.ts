import type { Rule } from '../rule.ts'
import { ampLarge } from './size/amp-large.ts'
import { ampStyleLarge } from './size/amp-style-large.ts'
import { gmailClip } from './size/gmail-clip.ts'
import { htmlLarge } from './size/html-large.ts'
import { imageCoarse } from './size/image-coarse.ts'
import { imageEmbedded } from './size/image-embedded.ts'
import { imageHeavy } from './size/image-heavy.ts'
import { imagesTotal } from './size/images-total.ts'
import { styleLarge } from './size/style-large.ts'
import { altEmpty } from './accessibility/alt-empty.ts'
import { altFileName } from './accessibility/alt-file-name.ts'
import { altLong } from './accessibility/alt-long.ts'
import { altMissing } from './accessibility/alt-missing.ts'
import { contrastLight } from './accessibility/contrast.ts'
import { direction } from './accessibility/direction.ts'
import { fontSmall } from './accessibility/font-small.ts'
import { h1Missing } from './accessibility/h1-missing.ts'
import { headingEmpty } from './accessibility/heading-empty.ts'
import { headingOrder } from './accessibility/heading-order.ts'
import { justifiedText } from './accessibility/justified-text.ts'
import { languageMismatch } from './accessibility/language-mismatch.ts'
import { languageUnknown } from './accessibility/language-unknown.ts'
import { layoutTable } from './accessibility/layout-table.ts'
import { lineHeight } from './accessibility/line-height.ts'
import { linkColorOnly } from './accessibility/link-color-only.ts'
import { linkName } from './accessibility/link-name.ts'
import { linkText } from './accessibility/link-text.ts'
import { linkedImageAlt } from './accessibility/linked-image-alt.ts'
import { readingOrder } from './accessibility/reading-order.ts'
import { singleH1 } from './accessibility/single-h1.ts'
import { tableHead } from './accessibility/table-head.ts'
import { tapTargetTiny } from './accessibility/tap-target-tiny.ts'
import { tapTarget } from './accessibility/tap-target.ts'
import { textInImage } from './accessibility/text-in-image.ts'
import { titleMissing } from './accessibility/title-missing.ts'
import { anchorMissing } from './links/anchor-missing.ts'
import { linkBadlyWritten } from './links/badly-written.ts'
import { linkCredentials } from './links/credentials.ts'
import { duplicateAnchor } from './links/duplicate-anchor.ts'
import { linkEmpty } from './links/empty.ts'
import { linkHostMismatch } from './links/host-mismatch.ts'
import { linkInsecure } from './links/insecure.ts'
import { linkIpAddress } from './links/ip-address.ts'
import { mailtoSubject } from './links/mailto-subject.ts'
import { linkMalformed } from './links/malformed.ts'
import { linkNoReply } from './links/no-reply.ts'
import { linkPhoneLocal } from './links/phone-local.ts'
import { linkPrivateHost } from './links/private-host.ts'
import { linkRelative } from './links/relative.ts'
import { linkShortener } from './links/shortener.ts'
import { linkStagingHost } from './links/staging-host.ts'
import { linkUnresolvedTag } from './links/unresolved-tag.ts'
import { utmUneven } from './links/utm-uneven.ts'
import { unsubscribeMissing } from './links/unsubscribe-missing.ts'
import { backgroundMissing } from './dark-mode/background-missing.ts'
import { contrastFull } from './dark-mode/contrast-full.ts'
import { contrastOwn } from './dark-mode/contrast-own.ts'
import { contrastPartial } from './dark-mode/contrast-partial.ts'
import { logoWithoutDark } from './dark-mode/logo-without-dark.ts'
import { noDarkColors } from './dark-mode/no-dark-colors.ts'
import { pureBlack } from './dark-mode/pure-black.ts'
import { schemeForced } from './dark-mode/scheme-forced.ts'
import { textOverImage } from './dark-mode/text-over-image.ts'
import { animatedGif } from './outlook/animated-gif.ts'
import { backgroundColor } from './outlook/background-color.ts'
import { boxIgnored } from './outlook/box-ignored.ts'
import { fontFallback } from './outlook/font-fallback.ts'
import { imageWidth } from './outlook/image-width.ts'
import { tooWide } from './outlook/too-wide.ts'
import { translucentColor } from './outlook/translucent-color.ts'
import { widthByMaxWidth } from './outlook/width-by-max-width.ts'
import { allCaps } from './inbox/all-caps.ts'
import { brokenLetters } from './inbox/broken-letters.ts'
import { fakeReply } from './inbox/feigned-reply.ts'
import { imageShare } from './inbox/image-share.ts'
import { invisibleLetters } from './inbox/invisible-letters.ts'
import { loudPunctuation } from './inbox/loud-punctuation.ts'
import { plainTextThin } from './inbox/plain-text-thin.ts'
import { placeholder } from './inbox/placeholder.ts'
import { postalAddressMissing } from './inbox/postal-address-missing.ts'
import { preheaderLength } from './inbox/preheader-length.ts'
import { preheaderMissing } from './inbox/preheader-missing.ts'
import { preheaderRepeats } from './inbox/preheader-repeats.ts'
import { spamWords } from './inbox/spam-words.ts'
import { subjectLength } from './inbox/subject-length.ts'
import { subjectMissing } from './inbox/subject-missing.ts'
import { conditionConstant } from './data/condition-constant.ts'
import { conditionHides } from './data/condition-hides.ts'
import { foreignTag } from './data/foreign-tag.ts'
import { loopNotList } from './data/loop-not-list.ts'
import { loopUnlimited } from './data/loop-unlimited.ts'
import { misspelledField } from './data/misspelled-field.ts'
import { noFallback } from './data/no-fallback.ts'
import { noSample } from './data/no-sample.ts'
import { sampleMismatch } from './data/sample-mismatch.ts'
import { undeclaredField } from './data/undeclared-field.ts'
import { unusedField } from './data/unused-field.ts'
import { moduleLeftOut } from './modules/left-out.ts'
import { moduleMissing } from './modules/missing.ts'
import { moduleUnusedContent } from './modules/unused-content.ts'
import { cssImport } from './security/css-import.ts'
import { embeddedPage } from './security/embedded-page.ts'
import { eventHandler } from './security/event-handler.ts'
import { form } from './security/form.ts'
import { metaRefresh } from './security/meta-refresh.ts'
import { scriptAddress } from './security/script-address.ts'
import { script } from './security/script.ts'
import { unknownPixel } from './security/unknown-pixel.ts'
import { imageFormat } from './client-support/image-format.ts'
import { brokenHtml } from './client-support/broken-html.ts'
import { negativeMargin } from './client-support/negative-margin.ts'
import { styleInBody } from './client-support/style-in-body.ts'
import { uneven } from './client-support/uneven.ts'
import { unsupported } from './client-support/unsupported.ts'
import { providerAmp } from './provider/amp.ts'
import { providerCondition } from './provider/condition.ts'
import { providerField } from './provider/field.ts'
import { providerFieldName } from './provider/field-name.ts'
import { providerLink } from './provider/link.ts'
import { providerLoop } from './provider/loop.ts'
import { providerRequired } from './provider/required.ts'
import { providerTag } from './provider/tag.ts'

/** Every rule, by family; findings at the same position keep this order. */
export const rules: readonly Rule[] = [
  ampLarge,
  ampStyleLarge,
  gmailClip,
  htmlLarge,
  imageCoarse,
  imageEmbedded,
  imageHeavy,
  imagesTotal,
  styleLarge,
  altEmpty,
  altFileName,
  altLong,
  altMissing,
  contrastLight,
  direction,
  fontSmall,
  h1Missing,
  headingEmpty,
  headingOrder,
  justifiedText,
  languageMismatch,
  languageUnknown,
  layoutTable,
  lineHeight,
  linkColorOnly,
  linkName,
  linkText,
  linkedImageAlt,
  readingOrder,
  singleH1,
  tableHead,
  tapTargetTiny,
  tapTarget,
  textInImage,
  titleMissing,
  anchorMissing,
  linkBadlyWritten,
  linkCredentials,
  duplicateAnchor,
  linkEmpty,
  linkHostMismatch,
  linkInsecure,
  linkIpAddress,
  mailtoSubject,
  linkMalformed,
  linkNoReply,
  linkPhoneLocal,
  linkPrivateHost,
  linkRelative,
  linkShortener,
  linkStagingHost,
  linkUnresolvedTag,
  unsubscribeMissing,
  utmUneven,
  backgroundMissing,
  contrastFull,
  contrastOwn,
  contrastPartial,
  logoWithoutDark,
  noDarkColors,
  pureBlack,
  schemeForced,
  textOverImage,
  animatedGif,
  backgroundColor,
  boxIgnored,
  fontFallback,
  imageWidth,
  tooWide,
  translucentColor,
  widthByMaxWidth,
  allCaps,
  brokenLetters,
  fakeReply,
  imageShare,
  invisibleLetters,
  loudPunctuation,
  plainTextThin,
  placeholder,
  postalAddressMissing,
  preheaderLength,
  preheaderMissing,
  preheaderRepeats,
  spamWords,
  subjectLength,
  subjectMissing,
  conditionConstant,
  conditionHides,
  foreignTag,
  loopNotList,
  loopUnlimited,
  misspelledField,
  noFallback,
  noSample,
  sampleMismatch,
  undeclaredField,
  unusedField,
  moduleLeftOut,
  moduleMissing,
  moduleUnusedContent,
  cssImport,
  embeddedPage,
  eventHandler,
  form,
  metaRefresh,
  scriptAddress,
  script,
  unknownPixel,
  imageFormat,
  brokenHtml,
  negativeMargin,
  styleInBody,
  uneven,
  unsupported,
  providerAmp,
  providerCondition,
  providerField,
  providerFieldName,
  providerLink,
  providerLoop,
  providerRequired,
  providerTag,
]
