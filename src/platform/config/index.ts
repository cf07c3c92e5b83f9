/**
 * Configuration: flags, environment, secret files and a config file become one frozen Config. The only reader of
 * the environment in the service; it asks nothing of other rooms but the kernel's numbers.
 * Start at settings.ts, the table of everything that can be set; read-config.ts joins the sources.
 */
export { type Config, type Plan, type Rate } from './config.ts'
export { type ConfigSources, ConfigError, readConfig, traceConfig } from './read-config.ts'
export { type ConfigReport, describeConfig } from './describe.ts'
export { exposedSecrets } from './exposed.ts'
export { isLoopbackHost } from './loopback.ts'
export { flagOf, isSettingFlag, settingsHelp, settingsTable } from './help.ts'
