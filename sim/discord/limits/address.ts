/** Whether an address is one that a client opens or loads. */
export function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
