import type { IssuedToken } from '../../../schemas/space/login.ts'
import { isKey, isText, maybe, objectOf, oneOf, orNull, type Shape } from './shape.ts'

/** A session as the calls that open one give it (`IssuedToken` of schemas/space/login.ts, which the first screen does not load). */
export const isIssuedToken = objectOf({
  token: isKey,
  tokenable_type: oneOf('personnel', 'client', 'admin'),
  tokenable_id: isKey,
  company_id: orNull(isText),
  expires_at: isText,
  setting_up: maybe((value): value is true => value === true),
}) as Shape<IssuedToken>
