import { type Setting, type SettingName, settingNames, settingOf } from './settings.ts'

/** The flag of a setting: SVC_DATA_DIR is `--data-dir`. */
export function flagOf(name: string): string {
  return `--${name.slice('SVC_'.length).toLowerCase().replaceAll('_', '-')}`
}

/** The setting of a flag; undefined for other flags. */
export function isSettingFlag(flag: string): SettingName | undefined {
  return settingNames.find((name) => flagOf(name) === flag)
}

/** Rows for `--help` and docs/configuration.md, in the order of the table. */
export function settingsTable(): (Pick<Setting, 'group' | 'form' | 'meaning' | 'needs'> & {
  name: SettingName
  flag: string
  shownDefault: string
})[] {
  return settingNames.map((name) => {
    const { group, form, meaning, needs, fallback, shownDefault } = settingOf(name)
    return {
      name,
      flag: flagOf(name),
      group,
      form,
      meaning,
      shownDefault: fallback ?? shownDefault ?? 'none',
      ...(needs === undefined ? {} : { needs }),
    }
  })
}

/** Every setting under its heading, for `--help`. */
export function settingsHelp(): string {
  const lines: string[] = []
  for (const [group, rows] of Map.groupBy(settingsTable(), (row) => row.group)) {
    lines.push('', `${group}:`)
    for (const row of rows) {
      const later = row.needs === undefined ? '' : ' Not available in this version.'
      lines.push(`  ${row.name} | ${row.flag} ${row.form}`, `      ${row.meaning}${later} [${row.shownDefault}]`)
    }
  }
  return lines.slice(1).join('\n')
}
