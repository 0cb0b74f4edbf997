import { variantesText } from '../../text/variantes.ts'

/** The name of a variant; its place among them where nobody gave one. @param at from 0 */
export const variantName = ({ VARIANTE }: { VARIANTE: string | null }, at: number): string =>
  VARIANTE?.trim() || variantesText.unnamed(at + 1)
