namespace FaultyApplication.Faults;

internal sealed class BadProbe : Fault
{
    public override Task AnswerAsync(HttpContext context) =>
        context.Request.Path.StartsWithSegments("/_perfmatrix") ? AnswerAsync(context, "{ \"runtime\": ") : base.AnswerAsync(context);
}
