/** The lines by which a shell asks `ats __complete` for candidates. */
export const SCRIPTS = {
  bash: `# ats completion: eval "$(ats completion bash)" in ~/.bashrc
_ats_complete() {
  local IFS=$'\\n'
  COMPREPLY=($(ats __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _ats_complete ats
`,
  zsh: `# ats completion: eval "$(ats completion zsh)" in ~/.zshrc, after compinit
_ats_complete() {
  local -a candidates
  candidates=("\${(@f)$(ats __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[1]}" ]]; then compadd -- "\${candidates[@]}"; else _files; fi
}
compdef _ats_complete ats
`,
  fish: `# ats completion: ats completion fish > ~/.config/fish/completions/ats.fish
function __ats_complete
  set -l words (commandline -opc) (commandline -ct)
  ats __complete -- $words[2..-1] 2>/dev/null
end
complete -c ats -a '(__ats_complete)'
`,
} as const

export type Shell = keyof typeof SCRIPTS
