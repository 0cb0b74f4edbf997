import type { FactorAsked, FactorMethod } from '../../../schemas/second-factor.ts'
import { isKey, isText, listOf, objectOf, oneOf, type Shape } from '../api/shape.ts'

const isMethod: Shape<FactorMethod> = oneOf('totp', 'passkey', 'recovery')
/** The password was right, and a second factor is needed. */
export const isFactorAsked: Shape<FactorAsked> = objectOf({
  challenge: isKey,
  methods: listOf(isMethod),
  expires_at: isText,
})
