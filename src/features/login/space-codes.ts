import { shapeOf } from '../../../schemas/reads-as.ts'
import { AskedCode, ClientChoice, IssuedToken } from '../../../schemas/space/login.ts'
import { callApi } from '../../data/api/api.ts'
import { either, type Shape } from '../../data/api/shape.ts'

const post = <T>(shape: Shape<T>, path: string, body: unknown): Promise<T> =>
  callApi(path, shape, { method: 'POST', body, token: null, ownRefusal: true })

/** Sends a code to this number, if one of the company's customers has it; the answer does not tell whether one has. @returns the challenge */
export const askLoginCode = async (PORTABLE: string): Promise<string> =>
  (await post(shapeOf(AskedCode), '/space/generateOtp', { PORTABLE })).challenge

export interface LoginCode {
  challenge: string
  PORTABLE: string
  CODE: string
  /** The chosen customer, when the number has several. */
  IDCLIENT?: string
  /** Identifies the customer, the first time that a shared number enters their space. */
  CODE_POSTAL?: string
  NUMERO_DEVIS?: string
}

/** @returns a session, or the customers to choose from. @throws AppError; `errors.CODE` for a code that is wrong, old, used or blocked */
export const giveLoginCode = (code: LoginCode): Promise<IssuedToken | ClientChoice> =>
  post(either(shapeOf(ClientChoice), shapeOf(IssuedToken)), '/space/verifyOtpAndCreateToken', code)

const PHONE = /^[0-9+ .()-]{6,25}$/
const SHORTEST = 6

/** The checks that need no server. */
export const isPhone = (value: string): boolean => PHONE.test(value) && value.replace(/\D/g, '').length >= SHORTEST
