/** The driver interface, small enough that three browsers can implement it. screen.ts builds people's acts on it. */

export interface Point {
  x: number
  y: number
}

/** A function that runs in the page. Arguments and answer are JSON, and it has no access to the test's variables. */
export type InPage<Args extends unknown[], Answer> = (...args: Args) => Answer | Promise<Answer>

export interface Tab {
  /** Resolves when the page has loaded. @throws when no server answers */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  evaluate<Args extends unknown[], Answer>(act: InPage<Args, Answer>, ...args: Args): Promise<Answer>
  /** Presses and releases the mouse there, as real input. */
  press(at: Point): Promise<void>
  /** Types key by key into the focused element. */
  type(words: string): Promise<void>
}

/** One person's device: a browser with its own profile, in French and in France. */
export interface Browser {
  /** Name and version of the browser. */
  version: string
  /** The tab that is open from the start. */
  tab: Tab
  newTab(): Promise<Tab>
  close(): Promise<void>
}

/** The source of a function body in which `args` is the JSON of the arguments; it answers JSON, or undefined for undefined. */
export const sourceOf = <Args extends unknown[], Answer>(act: InPage<Args, Answer>): string =>
  `return JSON.stringify(await (${act})(...JSON.parse(args)))`

export const answerOf = <Answer>(json: unknown): Answer =>
  (typeof json === 'string' ? JSON.parse(json) : undefined) as Answer
