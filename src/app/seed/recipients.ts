import type { Operations } from './operations.ts'

const groups = ['customer', 'guest', 'member', 'reader', 'user'] as const

/** People for whom an email is different. The templates of the demonstration name them by what they are. */
const recipients = [
  { name: 'Long name', firstName: 'Maria-Magdalena Konstantinopoulou' },
  { name: 'Arabic name', firstName: 'عبد الرحمن' },
  { name: 'Amina, first order', firstName: 'Amina' },
]

export async function seedRecipients({ post }: Operations): Promise<void> {
  for (const { firstName, name } of recipients) {
    const data = Object.fromEntries(groups.map((group) => [group, { first_name: firstName }]))
    await post('/sample-recipients', { name, data })
  }
}
