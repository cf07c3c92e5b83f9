/** Style sheets are imported as text: the bundler's own handling of CSS breaks logical properties. */
declare module '*.css' {
  const text: string
  export default text
}
