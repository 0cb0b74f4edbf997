/** The value of PHOTO when the server keeps the picture: a path of the API, which changes with the picture. */
export const photoPath = (personnelId: string, sha256: string): string =>
  `/personnels/${encodeURIComponent(personnelId)}/photo/${sha256}`

const PATH = /^\/personnels\/[^/]+\/photo\/([0-9a-f]{64})$/

/** SHA-256 of the picture behind such a path; null for anything else, such as an address elsewhere. */
export const photoHash = (photo: string | null | undefined): string | null => PATH.exec(photo ?? '')?.[1] ?? null
