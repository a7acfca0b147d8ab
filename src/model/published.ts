/** The addresses of what the operator has published about the service; https, and undefined where nothing is published. */
export interface Published {
  privacyUrl: string | undefined
  termsUrl: string | undefined
}
