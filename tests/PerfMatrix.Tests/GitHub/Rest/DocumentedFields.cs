using System.Text.Json.Nodes;

namespace PerfMatrix.Tests.GitHub.Rest;

/// <summary>A field of the description.</summary>
/// <param name="Type"><c>string</c>, <c>time</c>, <c>int</c>, <c>long</c>, <c>bool</c>, <c>object</c>, a schema, or one of these in brackets for a
/// list.</param>
/// <param name="MayBeNull">Whether it may be null.</param>
/// <param name="MayBeMissing">Whether it may be missing.</param>
internal sealed record DocumentedField(string Name, string Type, bool MayBeNull, bool MayBeMissing)
{
    public static DocumentedField Parse(string word, bool mayBeMissing) =>
        word.TrimEnd('?').Split(':') is [var name, var type] ? new(name, type, word.EndsWith('?'), mayBeMissing)
        : new(word.TrimEnd('?'), "string", word.EndsWith('?'), mayBeMissing);
}

/// <summary>
/// The fields of the answers that perfmatrix asks for, as the public description of the REST API lists them (github/rest-api-description, version
/// 2022-11-28, schemas of these names; read in November 2026): <c>name:type</c>, a string where there is no type; <c>?</c> marks what may be null;
/// what stands behind the bar may be missing.
/// </summary>
internal static class DocumentedFields
{
    private const string MinimalRepository = """
        archive_url assignees_url blobs_url branches_url collaborators_url comments_url commits_url compare_url contents_url contributors_url deployments_url description? downloads_url
        events_url fork:bool forks_url full_name git_commits_url git_refs_url git_tags_url hooks_url html_url id:long node_id issue_comment_url issue_events_url issues_url keys_url labels_url
        languages_url merges_url milestones_url name notifications_url owner:account private:bool pulls_url releases_url stargazers_url statuses_url subscribers_url subscription_url tags_url
        teams_url trees_url url
        """;

    private const string Repository = MinimalRepository + """
         clone_url default_branch forks:int forks_count:int git_url has_issues:bool has_projects:bool has_wiki:bool has_pages:bool homepage? language? archived:bool disabled:bool mirror_url?
        open_issues:int open_issues_count:int license:object? pushed_at:time? size:int ssh_url stargazers_count:int svn_url watchers:int watchers_count:int created_at:time? updated_at:time?
        """;

    private static readonly Dictionary<string, string> s_schemas = new()
    {
        ["account"] = """
            avatar_url events_url followers_url following_url gists_url gravatar_id? html_url id:long node_id login organizations_url received_events_url repos_url site_admin:bool starred_url
            subscriptions_url type url | name? email? starred_at user_view_type
            """,
        ["minimal-repository"] = MinimalRepository + " | default_branch",
        ["repository"] = Repository,
        ["full-repository"] = Repository
        + " has_discussions:bool network_count:int subscribers_count:int | allow_forking:bool is_template:bool topics:[string] visibility",
        ["workflow-runs"] = "total_count:int workflow_runs:[workflow-run]",
        ["workflow-run"] = """
            id:long node_id head_branch? run_number:int display_title event status? conclusion? head_sha path workflow_id:long url html_url created_at:time updated_at:time head_commit:object?
            head_repository:minimal-repository repository:minimal-repository jobs_url logs_url check_suite_url cancel_url rerun_url artifacts_url workflow_url pull_requests:[object]?
            | name? check_suite_id:long check_suite_node_id run_attempt:int referenced_workflows:[object]? actor:account triggering_actor:account run_started_at:time previous_attempt_url?
            head_repository_id:long
            """,
        ["artifacts"] = "total_count:int artifacts:[artifact]",
        ["artifact"] = """
            id:long node_id name size_in_bytes:long url archive_download_url expired:bool created_at:time? expires_at:time? updated_at:time? | digest? workflow_run:artifact-run?
            """,
        ["artifact-run"] = "| id:long repository_id:long head_repository_id:long head_branch head_sha",
        ["pull-request-simple"] = """
            url id:long node_id html_url diff_url patch_url issue_url commits_url review_comments_url review_comment_url comments_url statuses_url number:int state locked:bool title user:account?
            body? labels:[object] milestone:object? created_at:time updated_at:time closed_at:time? merged_at:time? merge_commit_sha? assignee:account? head:pull-request-end
            base:pull-request-end _links:object author_association auto_merge:object?
            | active_lock_reason? assignees:[account]? requested_reviewers:[account]? requested_teams:[object]? draft:bool
            """,
        // The repository of a fork that was deleted is null, whatever the description says.
        ["pull-request-end"] = "label ref sha repo:repository? user:account?",
        ["diff-entry"] = "sha? filename status additions:int deletions:int changes:int blob_url raw_url contents_url | patch previous_filename",
        ["issue-comment"] = """
            id:long node_id url html_url user:account? created_at:time updated_at:time issue_url author_association
            | body body_text body_html performed_via_github_app:object? reactions:object
            """,
        ["issue"] = """
            id:long node_id url repository_url labels_url comments_url events_url html_url number:int state title user:account? labels:[object] assignee:object? milestone:object?
            locked:bool comments:int closed_at:time? created_at:time updated_at:time
            | body? state_reason? active_lock_reason? assignees:[object] author_association closed_by:object? draft:bool pull_request:object reactions:object repository:object
            timeline_url type:object? performed_via_github_app:object? body_html body_text
            """,
        ["commit-comparison"] = """
            url html_url permalink_url diff_url patch_url base_commit:commit merge_base_commit:commit status ahead_by:int behind_by:int total_commits:int commits:[commit]
            | files:[diff-entry]
            """,
        ["commit"] = "url sha node_id html_url comments_url commit:commit-message author:account? committer:account? parents:[object] | stats:object "
            + "files:[diff-entry]",
        ["commit-message"] = "url author:object? committer:object? message comment_count:int tree:object | verification:object",
        ["page"] = """
            url status? cname? custom_404:bool public:bool
            | html_url build_type? source:pages-source protected_domain_state? pending_domain_unverified_at:time? https_certificate:object https_enforced:bool
            """,
        ["pages-source"] = "branch path",
        ["actions-variable"] = "name value created_at:time updated_at:time",
        ["content-file"] = "type encoding size:int name path content sha url git_url? html_url? download_url? _links:object",
    };

    public static IReadOnlyList<DocumentedField> Of(string schema)
    {
        var mayBeMissing = false;
        var fields = new List<DocumentedField>();
        foreach (var word in s_schemas[schema].Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            if (word == "|")
                mayBeMissing = true;
            else
                fields.Add(DocumentedField.Parse(word, mayBeMissing));
        }

        return fields;
    }

    /// <param name="isWhole">Whether every field is there; otherwise what may be missing is, and what may be null is null.</param>
    public static JsonNode Payload(string type, bool isWhole) => type switch
    {
        "string" => JsonValue.Create("text"),
        "time" => JsonValue.Create("2026-11-22T08:00:00Z"),
        "int" => JsonValue.Create(7),
        "long" => JsonValue.Create(12_345_678_901),
        "bool" => JsonValue.Create(true),
        "object" => new JsonObject(),
        ['[', .. var item, ']'] => new JsonArray(Payload(item, isWhole)),
        _ => new JsonObject(Of(type)
            .Where(field => isWhole || !field.MayBeMissing)
            .Select(field => KeyValuePair.Create(field.Name, field.MayBeNull && !isWhole ? null : Payload(field.Type, isWhole)))),
    };
}
