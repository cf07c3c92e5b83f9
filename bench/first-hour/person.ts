import type { Frame, Locator, Page } from 'playwright-core'

/** Longer waits are dead ends: a person has given up, ms. */
const waitMs = 20_000

/** What a task needed. */
export interface Effort {
  clicks: number
  /** Fields that were filled in, and files that were chosen. */
  fields: number
  /** What was on no page, or a message of failure. */
  deadEnds: string[]
}

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** A user who knows no URL and no documentation: acts by the roles and names that the pages have, and counts. */
export class Person {
  readonly page: Page
  effort: Effort = { clicks: 0, fields: 0, deadEnds: [] }

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(waitMs)
    page.on('pageerror', (error) => this.effort.deadEnds.push(`error of the page: ${error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 500)
        this.effort.deadEnds.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
  }

  /** Presses the first control with this role and name, in the dialog if one is open. */
  async press(role: Role, name: Name, within?: Locator | Frame): Promise<void> {
    await this.#on(within)
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
    this.effort.clicks++
  }

  async fill(label: Name, text: string): Promise<void> {
    await this.page.getByLabel(label).first().fill(text)
    this.effort.fields++
  }

  async choose(label: Name, option: string): Promise<void> {
    await this.page.getByLabel(label).first().selectOption(option)
    this.effort.fields++
  }

  async check(label: Name): Promise<void> {
    await this.page.getByLabel(label).first().check()
    this.effort.clicks++
  }

  async give(file: { name: string; mimeType: string; text: string }): Promise<void> {
    const { mimeType, name, text } = file
    await this.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    this.effort.fields++
  }

  async enter(): Promise<void> {
    await this.page.keyboard.press('Enter')
    this.effort.clicks++
  }

  async see(text: Name): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** Opens a section in the navigation. */
  async open(section: string): Promise<void> {
    await this.press('link', section, this.page.getByRole('navigation').first())
  }

  #on(within: Locator | Frame | undefined) {
    return within ?? this.page
  }
}
