/** Whether a client opens or loads this URL. */
export function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
