/**
 * Emails in the languages of ESPs: merge tags, conditions, loops and system links in the syntax of each provider. The
 * providers are data (providers.json); code covers only what a pattern cannot express. Depends on the data language and not
 * on documents. Start at provider.ts, then language.ts.
 */
export { guardMustache } from './amp-part.ts'
export { type Capabilities, capabilitiesOf, providers } from './catalog.ts'
export { type BuilderAsset, builderAsset } from './content-builder.ts'
export { ProviderOverrides, checkPatterns, extendProvider } from './extend.ts'
export { adaptPage, missingIn } from './adapt-page.ts'
export { type LanguageOptions, type Policies, ProviderLanguage } from './language.ts'
export { systemLinkAt } from './links.ts'
export { Provider } from './provider.ts'
export type { FieldMap } from './references.ts'
