/** An email in the format of the Salesforce Content Builder API (POST /asset/v1/content/assets). */
export interface BuilderAsset {
  name: string
  assetType: { id: number; name: string }
  channels: { email: true; web: false }
  views: {
    html: { content: string; slots?: Record<string, Slot> }
    text: { content: string }
    subjectline: { content: string }
    preheader: { content: string }
  }
}

/** Content of an editable region: blocks, whose positions its own content refers to. */
interface Slot {
  content: string
  blocks: Record<string, { assetType: { id: number; name: string }; content: string }>
}

const types = {
  templateBased: { id: 207, name: 'templatebasedemail' },
  html: { id: 208, name: 'htmlemail' },
  block: { id: 197, name: 'htmlblock' },
}

/**
 * Moves the content of regions to slots with the same keys, each with one HTML block; without regions the email is plain
 * HTML.
 */
export function builderAsset(email: {
  name: string
  html: string
  text: string
  subject: string
  preheader: string
}): BuilderAsset {
  const { name, preheader, subject, text } = email
  const { html, slots } = takeSlots(email.html)
  const hasSlots = Object.keys(slots).length > 0
  return {
    name,
    assetType: hasSlots ? types.templateBased : types.html,
    channels: { email: true, web: false },
    views: {
      html: { content: html, ...(hasSlots ? { slots } : {}) },
      text: { content: text },
      subjectline: { content: subject },
      preheader: { content: preheader },
    },
  }
}

const opening = /<div data-type="slot" data-key="([\w-]+)"[^<>]*>/g
// A div in a comment does not count, and an unclosed comment extends to the end of the page.
const division = /<!--[\s\S]*?(?:-->|$)|<div\b|<\/div>/g

function takeSlots(page: string): { html: string; slots: Record<string, Slot> } {
  const slots: Record<string, Slot> = {}
  let html = ''
  let done = 0
  for (const found of page.matchAll(opening)) {
    const [tag, key = ''] = found
    const start = found.index + tag.length
    const end = endOf(page, start)
    const block = `${key}-1`
    slots[key] = {
      content: `<div data-type="block" data-key="${block}"></div>`,
      blocks: { [block]: { assetType: types.block, content: page.slice(start, end) } },
    }
    html += page.slice(done, start)
    done = end
  }
  return { html: html + page.slice(done), slots }
}

/** The end of the div that was opened before `start`. */
function endOf(page: string, start: number): number {
  division.lastIndex = start
  let depth = 1
  for (let found = division.exec(page); found !== null; found = division.exec(page)) {
    if (found[0] === '<div') depth++
    else if (found[0] === '</div>' && --depth === 0) return found.index
  }
  return page.length
}
