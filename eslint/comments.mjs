const WIDTH = 120

/** A doc comment starts with a verb, or with a noun and its article. */
const HEADLESS = /^\*\s+(?:What(?:ever)?|Who(?:m|se|ever)?|Of|Those|Which(?:ever)?|Why)\b/

/** Several words, which cspell does not know together; single ones are `flagWords` of cspell.json. */
const PHRASES = /\b(?:at once|the (?:world|gate|door)|settle[sd]? the market)\b/i

const joined = ({ value }) => value.replace(/\s*\n\s*\*?\s*/g, ' ')

/** What cspell cannot tell of comments: how wide they are, how they begin, and phrases. */
const style = {
  create(context) {
    const check = (comment) => {
      const text = joined(comment)
      const found = PHRASES.exec(text)?.[0]
      if (found !== undefined)
        context.report({ node: comment, message: `"${found}": use the words of docs/GLOSSARY.md` })
      if (comment.type === 'Block' && HEADLESS.test(text))
        context.report({ node: comment, message: 'start with a verb, or with a noun and its article' })
      for (let line = comment.loc.start.line; line <= comment.loc.end.line; line++)
        if (context.sourceCode.lines[line - 1].length > WIDTH)
          context.report({ loc: { line, column: WIDTH }, message: `a comment is at most ${WIDTH} columns wide` })
    }
    return { Program: () => context.sourceCode.getAllComments().forEach(check) }
  },
}

export default { rules: { style } }
