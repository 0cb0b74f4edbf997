/** What a driver gives of its browser: little enough that three of them are alike. People's acts are made of it in screen.ts. */

export interface Point {
  x: number
  y: number
}

/** A function that the page runs; arguments and answer cross as JSON. It sees nothing of the test around it. */
export type InPage<Args extends unknown[], Answer> = (...args: Args) => Answer | Promise<Answer>

export interface Tab {
  /** Resolves when the page has loaded. @throws where nothing answers */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  evaluate<Args extends unknown[], Answer>(act: InPage<Args, Answer>, ...args: Args): Promise<Answer>
  /** Presses and releases the mouse there, as the browser does for a real one. */
  press(at: Point): Promise<void>
  /** Key by key, to what has the focus. */
  type(words: string): Promise<void>
}

/** One person's device: a browser on a profile of its own, French and in France. */
export interface Browser {
  /** As it says itself. */
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
