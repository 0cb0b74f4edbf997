import type { Origine } from '../../schemas/entities/fichier.ts'
import { AppError, validationError } from '../../schemas/errors.ts'

/** The product's words (INT-02). */
const NO_PV = "Le PV n'existe pas"
const NOT_A_PDF = "Le fichier n'est pas un PDF"

export const noFile = (origin: Origine): AppError =>
  new AppError('NOT_FOUND', origin.startsWith('intervention_') ? NO_PV : "Le fichier n'existe pas")

/** @throws AppError VALIDATION_ERROR */
export function assertIsPdf(name: string): void {
  if (!name.toLowerCase().endsWith('.pdf')) throw validationError({ _: [NOT_A_PDF] }, NOT_A_PDF)
}
