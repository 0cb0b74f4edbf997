/** Whose legacy system, and where it is. */
export interface LegacyUpstream {
  /** The company's host label: names the bearer that opens it. */
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

/** Read-only door to the companies' legacy system. */
export interface LegacyPort {
  /**
   * @param path what follows /lola/, as it was sent, without a query
   * @param query as it was sent, without its question mark
   * @throws AppError NOT_FOUND for a path that is not allowed, UNAVAILABLE when the system does not answer as it should
   */
  get(upstream: LegacyUpstream, path: string, query: string): Promise<LegacyAnswer>
}
