/** Given names and their short forms; the first of a row is the full name. */
const rows =
  `alexander alex sasha|alexandra alex sandra sasha|andrew andy drew|anthony tony|antonio tony toni|barbara barb
  |benjamin ben|catherine cathy kate|charles charlie chuck|christian chris|christine chris tina|christopher chris
  |daniel dan danny|david dave|deborah deb debbie|dmitry dima|donald don|douglas doug|edward ed eddie ted|elizabeth liz beth betty
  |ekaterina katya kate|eugene gene|frederick fred|friedrich fritz|gabriel gabe|gerald jerry|gregory greg|hans-peter hp
  |jacob jake|james jim jimmy jamie|jeffrey jeff|jennifer jen jenny|jessica jess|john jack|jonathan jon|joseph joe|joshua josh
  |judith judy|katherine kate kathy|kenneth ken|kimberly kim|lawrence larry|leonard len|margaret maggie meg peggy|matthew matt
  |maximilian max|michael mike mick|mikhail misha|natalia natasha|nicholas nick|nikolai kolya|patricia pat patty|patrick pat
  |peter pete|philip phil|rebecca becky|reinhard reini|richard rick dick rich|robert rob bob bobby|ronald ron|samuel sam
  |samantha sam|sebastian seb|sergey serge|stephen steve|steven steve|susan sue|theodore ted theo|thomas tom|timothy tim
  |valentina valya|victoria vicky|vincent vince|vladimir vlad|walter walt|william bill will|yulia julia`
    .split('|')
    .map((row) => row.trim().split(/\s+/))

const called = new Map<string, string[]>()
for (const [full = '', ...short] of rows) {
  add(full, short)
  for (const name of short) add(name, [full])
}

/** Alternatives to a given name in lowercase ASCII: Bill for William, and William for Bill. */
export function otherNames(given: string): readonly string[] {
  return called.get(given) ?? []
}

function add(name: string, others: readonly string[]): void {
  called.set(name, [...(called.get(name) ?? []), ...others])
}
