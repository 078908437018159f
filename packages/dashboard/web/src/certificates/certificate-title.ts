interface Certified {
  readonly program: { readonly name: string } | null
  readonly phase: string | null
  readonly plan: { readonly name: string }
}

/** Names what was passed: a phase of a program, or a plan. */
export const certificateTitle = ({ program, phase, plan }: Certified): string =>
  program === null ? plan.name : [program.name, phase].filter((part) => part !== null).join(', ')
