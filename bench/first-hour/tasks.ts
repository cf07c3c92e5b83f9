import type { Person } from './person.ts'

export interface Task {
  who: 'marketer' | 'developer' | 'deliverability'
  what: string
  /** Ends once the result is on the page. */
  run(person: Person): Promise<void>
}

const html = '<table><tr><td><h1>Winter sale</h1><p>Half price until Sunday.</p></td></tr></table>'
const lamp = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>'

/** In this order: later tasks use what earlier ones made. The project is that of `svc seed --demo`. */
export const tasks: readonly Task[] = [
  {
    who: 'marketer',
    what: 'make an email from a starter',
    async run(person) {
      await person.open('Templates')
      await person.press('button', 'New template')
      await person.press('button', 'Event invitation')
      await person.page.waitForURL(/\/templates\/tpl_/)
      await person.page.frameLocator('.editor-box iframe').getByRole('tab', { name: 'Layers' }).waitFor()
    },
  },
  {
    who: 'marketer',
    what: 'name it and find it again',
    async run(person) {
      await person.press('link', 'All templates')
      await person.press('button', 'Actions for Event invitation')
      await person.press('menuitem', 'Rename')
      await person.page.getByRole('textbox', { name: 'Name' }).fill('Spring party')
      person.effort.fields++
      await person.enter()
      await person.page.getByRole('searchbox').fill('spring party')
      person.effort.fields++
      await person.page.waitForURL(/q=spring/)
      await person.page.getByRole('link', { name: 'Spring party' }).waitFor()
    },
  },
  {
    who: 'marketer',
    what: 'request a review of it',
    async run(person) {
      await person.press('button', 'Actions for Spring party')
      await person.press('menuitem', 'Details')
      await person.press('link', 'Review')
      await person.press('button', 'Request a review')
      const dialog = person.page.getByRole('dialog')
      if (await dialog.isVisible()) await person.press('button', 'Request a review', dialog)
      await person.page.getByText('Waiting', { exact: true }).waitFor()
    },
  },
  {
    who: 'marketer',
    what: 'get the approval of a reviewer without an account',
    async run(person) {
      await person.fill('Name of the reviewer', 'Brand team')
      await person.press('button', 'Create link')
      const url = await person.page.getByRole('status').locator('code').innerText()
      const reviewer = await person.page.context().newPage()
      await reviewer.goto(url.trim())
      await reviewer.getByRole('button', { name: 'Approve' }).click()
      person.effort.clicks++
      await reviewer
        .getByText(/approved/i)
        .first()
        .waitFor()
      await reviewer.close()
      await person.press('link', 'Preview')
      await person.press('link', 'Review')
      await person.page.getByText('Approved', { exact: true }).first().waitFor()
    },
  },
  {
    who: 'marketer',
    what: 'publish it',
    async run(person) {
      await person.press('link', 'Releases')
      await person.press('button', 'Publish the draft')
      const dialog = person.page.getByRole('dialog')
      if (await dialog.isVisible()) await person.press('button', /^Publish/, dialog)
      await person.see('Release 1 is live')
    },
  },
  {
    who: 'marketer',
    what: 'export it for Mailchimp',
    async run(person) {
      await person.open('Templates')
      await person.check('Select Spring party')
      await person.press('button', 'Export')
      await person.choose('Format or provider', 'mailchimp')
      await person.press('button', 'Export', person.page.getByRole('dialog'))
      await person.page.getByRole('dialog').getByRole('link', { name: 'Spring party.zip' }).waitFor()
      await person.press('button', 'Close', person.page.getByRole('dialog'))
    },
  },
  {
    who: 'marketer',
    what: 'import an HTML email',
    async run(person) {
      await person.open('Templates')
      await person.press('link', 'Import')
      await person.give({ name: 'winter.html', mimeType: 'text/html', text: html })
      await person.fill('Name of the template', 'Winter sale')
      await person.press('button', /^Save/)
      await person.page.waitForURL(/\/templates\/tpl_/)
    },
  },
  {
    who: 'marketer',
    what: 'upload an image',
    async run(person) {
      await person.press('link', 'All templates')
      await person.open('Assets')
      await person.give({ name: 'lamp.svg', mimeType: 'image/svg+xml', text: lamp })
      await person.see('1 file was uploaded')
    },
  },
  {
    who: 'marketer',
    what: 'invite a colleague',
    async run(person) {
      await person.press('button', /Ada Lovelace/)
      await person.press('menuitem', 'Members')
      await person.press('button', 'Invite someone')
      await person.fill('Email address', 'grace@example.com')
      await person.enter()
      await person.press('button', 'Done')
    },
  },
  {
    who: 'developer',
    what: 'create an API key',
    async run(person) {
      await person.open('Developers')
      await person.press('link', 'API keys')
      await person.press('button', 'New API key')
      await person.fill('Name', 'Shop')
      await person.enter()
      await person.press('button', 'I have copied it')
    },
  },
  {
    who: 'developer',
    what: 'find the first call to copy',
    async run(person) {
      await person.press('link', 'Get connected')
      await person.page.getByLabel('curl', { exact: true }).waitFor()
    },
  },
  {
    who: 'developer',
    what: 'allow the page with the editor',
    async run(person) {
      await person.press('link', 'Project and origins')
      await person.fill('Origin or URL of your page', 'https://app.example.com/inbox')
      await person.enter()
      await person.page.getByRole('button', { name: 'Remove https://app.example.com' }).waitFor()
    },
  },
  {
    who: 'developer',
    what: 'copy the call that renders a template',
    async run(person) {
      await person.open('Templates')
      await person.press('button', 'Actions for Spring party')
      await person.press('menuitem', 'Details')
      await person.press('link', 'Developers', person.page.getByRole('main'))
      await person.page.getByLabel('curl', { exact: true }).first().waitFor()
    },
  },
  {
    who: 'developer',
    what: 'find a failed webhook and send it again',
    async run(person) {
      await person.open('Developers')
      await person.press('link', 'Webhooks')
      await person.press('link', /warehouse/)
      await person.choose('Status', 'failed')
      await person.press('button', 'Show pending deliveries')
      await person.press('button', 'Details')
      await person.press('button', 'Send again')
      await person.see('It is being sent again.')
    },
  },
  {
    who: 'developer',
    what: 'find a refused request by its error',
    async run(person) {
      await person.press('link', 'Requests')
      await person.choose('Status', '4xx')
      await person.see('TEMPLATE_NOT_FOUND')
    },
  },
  {
    who: 'deliverability',
    what: 'verify one address',
    async run(person) {
      await person.open('Verification')
      await person.fill('Email address', 'mailbox_exists@sandbox.test')
      await person.enter()
      await person.page.getByRole('heading', { name: 'Safe to send', exact: true }).waitFor()
    },
  },
  {
    who: 'deliverability',
    what: 'verify a CSV',
    async run(person) {
      await person.press('link', 'Lists')
      const text = 'name,email\nAda,mailbox_exists@sandbox.test\nBob,not_found@sandbox.test\n'
      await person.give({ name: 'list.csv', mimeType: 'text/csv', text })
      await person.press('button', 'Verify this list')
      await person.page.waitForURL(/\/verification\/lists\/job_/)
      await person.see('Completed')
    },
  },
  {
    who: 'deliverability',
    what: 'set up a domain',
    async run(person) {
      await person.open('Domains')
      await person.press('button', 'Add domain')
      await person.page.getByRole('textbox', { name: 'Domain' }).fill('example.com')
      person.effort.fields++
      await person.enter()
      await person.see('_dmarc.example.com')
      await person.press('button', 'Check records')
      await person.see(/^Checked/)
    },
  },
  {
    who: 'deliverability',
    what: 'read what p=reject would cost',
    async run(person) {
      await person.open('Domains')
      await person.press('link', 'secondshift.example')
      await person.press('link', 'Policy')
      await person.see(/would be lost/)
    },
  },
  {
    who: 'deliverability',
    what: 'correct the class of a source',
    async run(person) {
      await person.press('link', 'Sources')
      const choice = person.page.getByRole('combobox', { name: /^Class of / }).first()
      await choice.selectOption('threat')
      person.effort.fields++
      await person.see(/is now classified/)
    },
  },
]
