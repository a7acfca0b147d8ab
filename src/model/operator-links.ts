/** The https addresses of documents that the operator has published about the service; undefined where there is none. */
export interface OperatorLinks {
  privacyUrl: string | undefined
  termsUrl: string | undefined
}
