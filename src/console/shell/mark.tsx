/** The logo; decorative beside the name. */
export function Mark() {
  return (
    <svg class="shell-mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" focusable="false">
      <path class="shell-flap" d="M5 4h22a3 3 0 0 1 3 3v1.2L16 18 2 8.2V7a3 3 0 0 1 3-3z" />
      <path d="M2 11.4 16 21.2l14-9.8V25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" fill="currentColor" />
    </svg>
  )
}
