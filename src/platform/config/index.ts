/**
 * Configuration: flags, environment, secret files and a config file become one frozen Config. The only code that reads the
 * environment; imports only the kernel's limits. Start at settings.ts, the table of all settings; read-config.ts joins the
 * sources.
 */
export { type Config, type OidcConfig, type Plan, type Rate } from './config.ts'
export { type ConfigSources, ConfigError, readConfig, traceConfig } from './read-config.ts'
export { type ConfigReport, describeConfig } from './describe.ts'
export { exposedSecrets } from './exposed.ts'
export { type MailServer, readMailServer } from './mail-server.ts'
export { isLoopbackHost } from './loopback.ts'
export { flagOf, isSettingFlag, settingsHelp, settingsTable } from './help.ts'
export { type ClientConfig, readClientConfig } from './client-config.ts'
