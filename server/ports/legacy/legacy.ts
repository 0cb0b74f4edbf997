/** A company's legacy system, and its address. */
export interface LegacyUpstream {
  /** The company's host label: selects the bearer token. */
  key: string
  /** WEBSERVICE_SERVER.url */
  url: string
}

export interface LegacyAnswer {
  status: number
  /** `application/json…` or `text/plain…`: never a page that could run here. */
  type: string
  body: Buffer
}

/** Read-only access to the companies' legacy systems. */
export interface LegacyPort {
  /**
   * @param path what follows /lola/, as it was sent, without a query
   * @param query as it was sent, without its question mark
   * @throws AppError NOT_FOUND for a path that is not allowed, UNAVAILABLE when the system does not answer as it should
   */
  get(upstream: LegacyUpstream, path: string, query: string): Promise<LegacyAnswer>
}
