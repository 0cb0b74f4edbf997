type Command = (...given: never[]) => unknown

interface OneSave<C> {
  /** The same commands, and `together` (OUT-13), as a component gets them. */
  commands: C & { together: (write: (commands: C) => unknown) => Promise<unknown> }
  /** The names of the commands of each save, in order. A command that was called by itself is a save of its own. */
  saves: () => string[][]
  forget: () => void
}

/** Stands for the commands of a component: a test asks which writes are one save. */
export function oneSave<C extends Record<string, Command>>(given: C): OneSave<C> {
  let saves: string[][] = []
  const writing = (note: (name: string) => unknown): C =>
    Object.fromEntries(
      Object.entries(given).map(([name, command]) => [
        name,
        (...args: never[]) => {
          note(name)
          return command(...args)
        },
      ]),
    ) as C
  const together = async (write: (commands: C) => unknown): Promise<unknown> => {
    const save: string[] = []
    saves.push(save)
    return write(writing((name) => save.push(name)))
  }
  return {
    commands: { ...writing((name) => saves.push([name])), together },
    saves: () => saves,
    forget: () => {
      saves = []
    },
  }
}
