/** GENRE of the values of an asset. */
export const ASSET_KINDS = ['texte', 'couleur', 'image', 'lien'] as const
export type AssetKind = (typeof ASSET_KINDS)[number]

/**
 * Every asset that a screen or a mail shows, with the kind of its value (SET-06). The platform has a default of each, a company may have its own; an
 * asset of another code would change nothing, so none can be made. Where each is shown stands in src/text/admin/content.ts.
 */
export const ASSETS = {
  fond_connexion: 'image',
  couleur: 'couleur',
  accueil_connexion: 'texte',
  accueil_client: 'texte',
  lien_confidentialite: 'lien',
} as const satisfies Record<string, AssetKind>
export type AssetCode = keyof typeof ASSETS
export const ASSET_CODES = Object.keys(ASSETS) as AssetCode[]
export const isAssetCode = (code: unknown): code is AssetCode => Object.hasOwn(ASSETS, String(code))
