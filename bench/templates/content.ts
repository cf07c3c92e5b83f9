/** Emails to measure with: as many blocks as wanted, in words of which few are frequent and many are rare. */
import { type Random, createRandom } from '../../test/support/random.ts'

const syllables = 'ba ce di fo gu la me ni po ru sa te vi wo lu na re si to mu ka le mi no pa ri so tu va ze'.split(' ')

/** A language of so many words, some of them English for anyone who reads the bench. */
function createWords(count: number): string[] {
  const random = createRandom(1)
  const words = new Set(['spring', 'offer', 'garden', 'delivery', 'member', 'weekend', 'summer', 'discount'])
  while (words.size < count) {
    words.add(Array.from({ length: 2 + random.integer(3) }, () => random.pick(syllables)).join(''))
  }
  return [...words]
}

const words = createWords(12_000)

/** A word, the frequent ones far more often: as in any language. */
function word(random: Random): string {
  return words[Math.floor(words.length * random.next() ** 4)] as string
}

/** A sentence of so many words. */
export function sentence(random: Random, length: number): string {
  return Array.from({ length }, () => word(random)).join(' ')
}

function block(random: Random, id: string, index: number): object {
  const style = { padding: [0, 24, 12, 24] }
  switch (index % 5) {
    case 0:
      return { id, type: 'heading', level: 2, text: sentence(random, 4), style }
    case 3:
      return { id, type: 'image', src: `https://images.example.com/${id}.jpg`, alt: sentence(random, 3), width: 552 }
    case 4:
      return { id, type: 'button', label: sentence(random, 2), href: `https://example.com/${id}`, style }
    default:
      return {
        id,
        type: 'text',
        text: `<p>${sentence(random, 12)}, <strong>${sentence(random, 2)}</strong>.</p>`,
        style,
      }
  }
}

/** An email of so many blocks, five to a section. */
export function emailOf(random: Random, blocks: number) {
  return {
    schema: 'svc.email/1',
    meta: { title: 'Measured', subject: sentence(random, 6), preheader: sentence(random, 8), lang: 'en' },
    rows: Array.from({ length: Math.ceil(blocks / 5) }, (_, row) => ({
      id: `s${row}`,
      type: 'section',
      columns: [
        {
          id: `c${row}`,
          type: 'column',
          blocks: Array.from({ length: Math.min(5, blocks - row * 5) }, (_each, index) =>
            block(random, `b${row * 5 + index}`, index),
          ),
        },
      ],
    })),
  }
}
