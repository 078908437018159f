/** Names of declarations that gave way to the words of the trade (docs/GLOSSARY.md), each with the word to use. */
const NAMES = {
  settleMarket: 'processMarketUpdate',
  World: 'DecisionContext',
  lookAround: 'getContext',
  Ground: 'CommitTarget',
  Judgement: 'RiskAction',
  Calm: 'SafeEquityRange',
  isSurelyCalm: 'isWithinSafeRange',
  relist: 'invalidateAll',
  reread: 'invalidate',
  rewatch: 'rearm',
  caughtUp: 'clearLate',
  Lanes: 'EndpointDispatcher',
  Pace: 'LoadShedder, or what it is the pace of',
  takenDepth: 'consumedDepth',
  heldQuantity: 'contingentQuantity',
  riskStanding: 'limitUtilisation',
  LimitStanding: 'LimitUtilisation',
  noteStop: 'recordInitialStop',
  fitExits: 'resizeExits',
  endExits: 'cancelExits',
  reduceSiblings: 'applyOco',
  endEntryOf: 'cancelEntry',
  placeOf: 'cacheKey',
  leased_elsewhere: 'contended',
  not_believed: 'invalid',
  keepGarbageYoung: 'disablePretenuring',
  hasTwins: 'hasDuplicates',
  trustsStrangers: 'isProxyRangeTooWide',
  isOneListener: 'listenersCollide',
  screenValue: 'sanitize',
  OfficeDependencies: 'PlanImportDependencies',
  AccountContexts: 'AccountCache',
  createAccountContexts: 'createAccountCache',
  Lane: 'KeyQueue, or what it is a lane of',
}

/** Names that say nothing of what they hold: not in the programs of services and packages. */
const PROGRAMS = /\/(?:services|packages)\/[^/]+\/src\//
const VAGUE = ['each', 'how', 'lane', 'was', 'what', 'who']

/** Names that have another meaning elsewhere: each in the folder where it gave way. */
const NAMES_IN_FOLDERS = [{ folder: 'services/trading-engine/src/store/', name: 'takeTurn', use: 'lockAccount' }]

/** Names of files, without their extensions. */
const FILES = {
  'take-match': 'execute-match',
  'execution-steps': 'split-execution',
  'end-order': 'terminate-order',
  'move-to': 'change-account-state',
  'high-writer': 'high-water-mark-writer',
  'share-shards': 'rebalance-shards',
  'shard-watch': 'shard-heartbeat',
  world: 'decision-context',
  ground: 'commit-target',
  lanes: 'endpoint-dispatcher',
  'account-contexts': 'account-cache',
  'doubtful-questions': 'unknown-key-throttle',
  'moves-of-symbol': 'symbol-moves',
  patience: 'response-deadline',
}

/** Phrases in comments, messages and the titles of tests. */
const PHRASES = {
  anew: 'again',
  whoever: 'the one who, the caller, the reader',
  besides: 'also, in addition to',
  meanwhile: 'while …, in the meantime',
  mended: 'corrected, repaired',
  'at once': 'immediately, concurrently, at a time',
  'settle the market': 'process the market update',
  'settles the market': 'processes the market update',
  'settled the market': 'processed the market update',
  'the world': 'the context',
  'the gate': 'authentication',
  'the door': 'the internal listener',
}

/** A doc comment starts with a verb, or with a noun and its article. */
const HEADLESS = /^(?:What(?:ever)?|Who(?:m|se|ever)?|Of|Those|Which(?:ever)?|Why)\b/

const WIDTH = 120

const DECLARES = new Set([
  'ClassDeclaration',
  'FunctionDeclaration',
  'ImportSpecifier',
  'MethodDefinition',
  'Property',
  'PropertyDefinition',
  'TSEnumDeclaration',
  'TSInterfaceDeclaration',
  'TSMethodSignature',
  'TSPropertySignature',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
])

const anyOf = (phrases) => new RegExp(`\\b(?:${phrases.join('|').replaceAll(' ', '\\s+')})\\b`, 'i')
const PHRASE = anyOf(Object.keys(PHRASES))
const wordsFor = (phrase) => PHRASES[phrase.toLowerCase().replace(/\s+/g, ' ')]

const textOf = (comment) => comment.value.replace(/\s*\n\s*\*?\s*/g, ' ').replace(/^\*?\s*/, '')

/** Declarations, string values and files of an old name. */
const names = {
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    const renamed = new Map(Object.entries(NAMES))
    for (const { folder, name, use } of NAMES_IN_FOLDERS) if (path.includes(folder)) renamed.set(name, use)
    if (PROGRAMS.test(path) && !path.endsWith('.test.ts')) for (const name of VAGUE) renamed.set(name, 'what it holds')
    const check = (node, name) => {
      const use = renamed.get(name)
      if (use !== undefined) context.report({ node, message: `${name}: say ${use} (docs/GLOSSARY.md)` })
    }
    return {
      Program(node) {
        const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')
        if (Object.hasOwn(FILES, file)) context.report({ node, message: `a file ${file}: say ${FILES[file]}` })
      },
      Identifier(node) {
        if (DECLARES.has(node.parent.type) || node.parent.type.includes('Function')) check(node, node.name)
      },
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value)
      },
    }
  },
}

/** Phrases in comments and in strings, and doc comments without a head. */
const phrases = {
  create(context) {
    const { sourceCode } = context
    const check = (node, text) => {
      const phrase = PHRASE.exec(text)?.[0]
      if (phrase !== undefined) context.report({ node, message: `"${phrase}": say ${wordsFor(phrase)}` })
    }
    const checkComment = (comment) => {
      const text = textOf(comment)
      check(comment, text)
      const head = comment.type === 'Block' && comment.value.startsWith('*') ? HEADLESS.exec(text)?.[0] : undefined
      if (head !== undefined)
        context.report({ node: comment, message: `"${head} …": start with a verb, or with a noun and its article` })
    }
    return {
      Program: () => sourceCode.getAllComments().forEach(checkComment),
      Literal: (node) =>
        (typeof node.value === 'string' || node.regex) && check(node, node.regex?.pattern ?? node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

/** Lines of comments wider than prettier lets code be. */
const commentWidth = {
  create(context) {
    return {
      Program() {
        for (const { loc } of context.sourceCode.getAllComments())
          for (let line = loc.start.line; line <= loc.end.line; line++)
            if (context.sourceCode.lines[line - 1].length > WIDTH)
              context.report({ loc: { line, column: WIDTH }, message: `a comment is at most ${WIDTH} columns wide` })
      },
    }
  },
}

export default { rules: { names, phrases, 'comment-width': commentWidth } }
