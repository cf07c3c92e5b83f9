/** Lines of a response as they arrive; leaving the loop closes the connection. */
export async function* readLines(response: Response): AsyncGenerator<string, void> {
  const reader = (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + (value ?? '')).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line !== '') yield line
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
