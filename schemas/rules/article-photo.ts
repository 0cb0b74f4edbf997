/** The value of an article's PHOTO: a path of the API, which changes with the picture. */
export const articlePhotoPath = (articleId: string, sha256: string): string =>
  `/articles/${encodeURIComponent(articleId)}/photo/${sha256}`

const PATH = /^\/articles\/[^/]+\/photo\/([0-9a-f]{64})$/

/** SHA-256 of the picture behind such a path; null for anything else. */
export const articlePhotoHash = (photo: string | null | undefined): string | null => PATH.exec(photo ?? '')?.[1] ?? null
