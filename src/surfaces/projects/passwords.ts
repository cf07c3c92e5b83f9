import { type Issue, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'

// The most common passwords that are long enough for the length rule, compared without case, trailing digits and
// punctuation. NIST SP 800-63B-4 3.1.1.2 requires a blocklist and forbids composition rules.
const common = new Set(
  (
    'password passwordpassword passwordisstrong mypassword mypasswordis thisismypassword iloveyou iloveyouforever ' +
    'iloveyousomuch qwertyuiop qwertyuiopasdf qwertyuiopasdfghjkl qwertyqwerty qwertyuiopqwertyuiop asdfghjkl ' +
    'asdfghjklasdfghjkl asdfasdfasdf zxcvbnmasdfghjkl qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb abcdefghijkl ' +
    'abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz administrator adminadminadmin adminadmin letmein ' +
    'letmeinletmein letmeinplease changeme changemenow changemeplease pleasechangeme welcome welcomewelcome ' +
    'correcthorsebatterystaple trustno sunshine princess superman football baseball monkey dragon master ' +
    'manchesterunited liverpoolfc christopher default defaultpassword secretpassword topsecret supersecret ' +
    'temporarypassword temppassword testpassword testtesttest nothing whatever computer internet'
  ).split(' '),
)

/**
 * The password in the form that is hashed (NFKC, so that every keyboard produces the same text), or VALIDATION_FAILED. The
 * length is in characters; the email address and the most common passwords are rejected, there are no composition rules.
 */
export function checkPassword(password: string, email: string, path = '/password'): string {
  const normal = normalPassword(password)
  const message = whatIsWrong(normal, email)
  if (message === undefined) return normal
  const issues: Issue[] = [{ path, message }]
  return fail('VALIDATION_FAILED', { issues })
}

/** Normalizes a password that can be typed in several ways (NIST SP 800-63B-4 3.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

function whatIsWrong(password: string, email: string): string | undefined {
  const characters = [...password]
  if (!password.isWellFormed()) return 'the password contains an invalid character'
  if (characters.length < limits.passwordMin) return `use at least ${limits.passwordMin} characters`
  // Measured like in `verifyPassword`, so that every accepted password can be used.
  if (password.length > limits.passwordMax) return `use at most ${limits.passwordMax} characters`
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) return 'the password must not be the email address'
  if (new Set(characters).size < 4 || isRun(plain))
    return 'repeated or sequential patterns are easy to guess; use another password'
  const core = plain.replace(/[\d\p{P}\p{S}\s]+/gu, '')
  if (core !== '' && common.has(core)) return 'this is one of the most common passwords; use another'
  return undefined
}

// True for "abcdefghijkl", "123456789012", "zyxwvutsrqpo": each character follows the previous one, with digits wrapping
// around.
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  for (const step of [1, -1]) {
    const follows = (code: number, index: number) => {
      const before = codes[index - 1]
      if (before === undefined) return true
      const isDigits = before >= 48 && before <= 57 && code >= 48 && code <= 57
      return code === before + step || (isDigits && (code - 48 + 10) % 10 === (before - 48 + step + 10) % 10)
    }
    if (codes.every(follows)) return true
  }
  return false
}
