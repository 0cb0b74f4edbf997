import { shapeOf } from '../../../schemas/reads-as.ts'
import { AskedCode, ClientChoice, IssuedToken } from '../../../schemas/space/login.ts'
import { callApi } from '../../app/api.ts'
import { either, type Shape } from '../../app/shape.ts'

const post = <T>(shape: Shape<T>, path: string, body: unknown): Promise<T> =>
  callApi(path, shape, { method: 'POST', body, token: null, ownRefusal: true })

/** Sends a code to this number, if one of the company's customers has it; nobody can tell from the answer. @returns the challenge */
export const askLoginCode = async (PORTABLE: string): Promise<string> =>
  (await post(shapeOf(AskedCode), '/space/generateOtp', { PORTABLE })).challenge

export interface LoginCode {
  challenge: string
  PORTABLE: string
  CODE: string
  /** Which customer, when the number has several. */
  IDCLIENT?: string
  /** Whose space is meant, the first time that a shared number enters it. */
  CODE_POSTAL?: string
  NUMERO_DEVIS?: string
}

/** A session, or the customers to choose from. @throws AppError; `errors.CODE` for a code that is wrong, old, used or dead */
export const giveLoginCode = (code: LoginCode): Promise<IssuedToken | ClientChoice> =>
  post(either(shapeOf(ClientChoice), shapeOf(IssuedToken)), '/space/verifyOtpAndCreateToken', code)

const PHONE = /^[0-9+ .()-]{6,25}$/
const SHORTEST = 6

/** What the server would refuse at once. */
export const isPhone = (value: string): boolean => PHONE.test(value) && value.replace(/\D/g, '').length >= SHORTEST
