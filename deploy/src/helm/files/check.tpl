{{- with .Values.namespace }}
{{- if ne . $.Release.Namespace }}
{{- fail (printf "the values have the namespace %s, but the release is installed into %s" . $.Release.Namespace) }}
{{- end }}
{{- end }}
